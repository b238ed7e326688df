// A table that stays up to date: events of the server, history, the market's preview, the bell.
import "./table/bell.js";
import "./table/coach.js";
import "./table/drafts.js";
import "./table/film.js";
import "./table/log.js";
import "./table/market.js";
import "./table/start.js";
import "./table/thinking.js";
import { follow } from "./table/connection.js";
import { answers } from "./table/answers.js";

const live = document.getElementById("live");
if (live) follow(live, answers(live));

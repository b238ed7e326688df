// What every page gains with a script.
import "./site/note.js";
import "./site/keys.js";
import "./site/clicks.js";
import "./site/curtain.js";
import "./site/focus.js";
import "./site/leaving.js";
import "./site/dialog.js";
import "./site/newtable.js";
import "./site/seats.js";
import "./site/bring.js";
import "./site/lobby.js";
import "./site/row.js";
import "./site/zone.js";

document.documentElement.classList.add("scripted");

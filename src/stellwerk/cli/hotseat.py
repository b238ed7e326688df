"""The table in the terminal: everybody at one keyboard, bots among them if wanted."""

import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from stellwerk.bots import Thinker, bots_of, make_thinker, manner_of
from stellwerk.cli.common import Failed
from stellwerk.cli.files import Saved, write_game
from stellwerk.cli.menu import Menu
from stellwerk.cli.moves import entry, open_kinds, prompt
from stellwerk.cli.rules import find_id, rules_of
from stellwerk.cli.setup import seated
from stellwerk.cli.show import draw, turn_of
from stellwerk.cli.tables import glance, standing
from stellwerk.engine import Action, EndGame, FormatError, Redo, Refusal, Undo, legal, title, to_act, view
from stellwerk.engine.play import judge
from stellwerk.engine.text import Figure, msg
from stellwerk.notation import because
from stellwerk.text import event_text, refusal_text, translate

BOT = "bot:"
"""A name that begins with this plays by itself."""
RECENT = 12
"""So many sentences of the log are shown to those who come back to a game."""
NAMES = 110
"""A terminal with so many columns has room for the names of the companies."""

HELP = (
    msg("a number      choose it"),
    msg("words         show only choices with these words"),
    msg(".             back to the list before, or show the list again"),
    msg("pass          pass, where that is possible"),
    msg("{{…}}           a move typed as JSON"),
    msg("why {{…}}       why a move typed as JSON is not possible"),
    msg("rule ID       a paragraph of the rules"),
    msg("undo, redo    take the last move back, or do it again"),
    msg("end           end the game here, with what everybody is worth now"),
    msg("show          the whole table"),
    msg("log N         the last N sentences of the log"),
    msg("map FILE      draw the map as SVG"),
    msg("save FILE     save a copy; the game itself is saved after every move"),
    msg("quit          leave; the game can be continued"),
)


USUAL = ("fair", "random")
"""What a bot is whose name does not say it: the first of these that plays the game."""


def kind_of(name: str, game: str, usual: str | None = None) -> str:
    """Return what a bot of this name is: "bot:sharp-bold 2" is sharp and bold."""
    there = bots_of(game)
    said = name.removeprefix(BOT).partition(" ")[0]
    manner = manner_of(said)
    if said in there or (manner is not None and manner.strength in there):
        return said
    return usual or next(kind for kind in USUAL if kind in there)


class Leave(Exception):
    """The players go home."""


class HotSeat:
    """A game at one keyboard. Everything goes through `input`, so a pipe can play as well."""

    def __init__(self, saved: Saved, path: Path, bot: str | None, lang: str) -> None:
        self.saved, self.game, self.path, self.lang = saved, saved.game, path, lang
        self.console = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
        game, seed = self.game.setup.game, self.game.setup.seed
        self.bots: dict[str, Thinker] = {
            name: make_thinker(kind_of(name, game, bot), f"{seed}/{name}", game)
            for name in self.game.setup.players
            if name.startswith(BOT)
        }
        self.shown_to: str | None = None
        self.menu: Menu | None = None
        self.commands = {
            "?": self._help, "help": self._help, "undo": self._undo, "redo": self._redo,
            "end": self._end, "save": self._save,
            "show": self._show, "map": self._map, "why": self._why, "rule": self._rule, "log": self._log,
            "quit": self._quit, "exit": self._quit,
        }  # fmt: skip

    # -- the loop ----------------------------------------------------------------------------

    def run(self) -> None:
        name = title(self.game.setup.game).name
        self.line(msg("{game}, saved in {file} after every move. ? shows what can be typed."),
                  game=name, file=str(self.path))  # fmt: skip
        if self.game.actions:
            self._log(str(RECENT))
        try:
            while not self.game.state.over:
                self._step()
            self._finish()
        except (Leave, EOFError):
            self.line(msg("The game is saved in {file}: stellwerk play {file} continues it."),
                      file=str(self.path))  # fmt: skip

    def _step(self) -> None:
        """One decision, or all those that bots make before the next player."""
        state = self.game.state
        seat = to_act(state)[0]
        if seated(state)[seat] in self.bots:
            self._bots_move()
            return
        self._present(state, seat)
        while self.game.state is state:
            self._obey(input("> ").strip())

    def _bots_move(self) -> None:
        while not (state := self.game.state).over:
            seat = to_act(state)[0]
            bot = self.bots.get(seated(state)[seat])
            if bot is None:
                break
            thought = bot(state, seat)
            for event in self.game.submit(thought.action):
                self.say(event_text(event, self.lang))
            if reasons := because(thought.reasons, self.lang):
                self.line(msg("because {reasons}"), "dim", reasons=reasons)
        self._keep()

    def _finish(self) -> None:
        self._show("")
        ranking = sorted(
            title(self.game.setup.game).result(self.game.state).items(), key=lambda item: -item[1]
        )
        for place, (player, worth) in enumerate(ranking, start=1):
            self.say(f"{place}. {player}: {worth}")

    # -- what is seen --------------------------------------------------------------------------

    def say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style=style))

    def line(self, template: str, style: str = "", **figures: Figure) -> None:
        self.say(translate(template, figures, self.lang), style)

    def _present(self, state: Any, seat: int) -> None:
        """The table for whoever comes to the keyboard, then what may be done."""
        player = seated(state)[seat]
        seen = view(state, seat)
        if player != self.shown_to:
            self.console.print(Rule(Text(player, style="bold")))
            self.console.print(glance(seen, self.lang, turn_of(state), compact=True))
        else:
            self.console.print(standing(seen, self.lang))
        self.shown_to = player
        self.menu = Menu(state, legal(state, seat), self.lang)
        self._page()

    def _page(self) -> None:
        assert self.menu is not None
        self.say(prompt(self.game.state, self.lang), "bold")
        if self.menu.page.heading:
            self.say(f"{self.menu.page.heading}  {self.menu.page.question}".rstrip(), "dim")
        for number, choice in enumerate(self.menu.page.choices, start=1):
            self.say(f"{number:>3}  {choice.label}")
        if len(self.menu.pages) == 1 and (kinds := open_kinds(self.game.state, self.menu.actions)):
            self.line(msg("Others are possible as JSON: {kinds}."), "dim", kinds=", ".join(kinds))

    # -- what is typed -------------------------------------------------------------------------

    def _obey(self, typed: str) -> None:
        assert self.menu is not None
        word, _, rest = typed.partition(" ")
        command = self.commands.get(word.lower())
        try:
            if typed.startswith("{"):
                self._play(entry(self.game.setup.game, typed))
            elif command is not None:
                command(rest.strip())
            elif typed in ("", ".", ".."):
                if typed:
                    self.menu.back()
                self._page()
            elif typed.isdecimal():
                self._choose(int(typed))
            elif typed.lower() == "pass" and (passing := self.menu.passing()) is not None:
                self._play(passing)
            elif self.menu.filter(typed):
                self._page()
            else:
                self.line(msg("No choice holds {words}. ? shows what can be typed."), "red", words=typed)
        except Refusal as refusal:
            self.say(refusal_text(refusal, self.lang), "red")
        except FormatError as error:
            self.say(str(error), "red")
        except Failed as failed:
            self.say(failed.text(self.lang), "red")

    def _choose(self, number: int) -> None:
        assert self.menu is not None
        try:
            action = self.menu.pick(number)
        except IndexError:
            self.line(msg("There is no choice {number}."), "red", number=number)
            return
        if action is None:
            self._page()
        else:
            self._play(action)

    def _play(self, action: Action) -> None:
        for event in self.game.submit(action):
            self.say(event_text(event, self.lang))
        self._keep()

    def _keep(self) -> None:
        write_game(self.saved, self.path)

    # -- commands ------------------------------------------------------------------------------

    def _help(self, rest: str) -> None:
        for text in HELP:
            self.line(text)

    def _human(self) -> int | None:
        """Return how many actions there were before the last one that a player made."""
        names = seated(self.game.state)
        for number in range(len(self.game.actions) - 1, -1, -1):
            seat = self.game.actions[number].seat
            if seat >= 0 and names[seat] not in self.bots:
                return number
        return None

    def _undo(self, rest: str) -> None:
        to = self._human()
        if to is None:
            self.line(msg("There is nothing to undo."), "red")
            return
        self._play(Undo(self.game.actions[to].seat, to))
        self.line(msg("Taken back."))

    def _redo(self, rest: str) -> None:
        self._play(Redo(to_act(self.game.state)[0]))
        self.line(msg("Done again."))

    def _end(self, rest: str) -> None:
        self._play(EndGame(to_act(self.game.state)[0]))

    def _save(self, rest: str) -> None:
        path = Path(rest) if rest else self.path
        write_game(self.saved, path)
        self.line(msg("Saved in {file}."), file=str(path))

    def _show(self, rest: str) -> None:
        state = self.game.state
        narrow = self.console.width < NAMES
        self.console.print(glance(view(state, None), self.lang, turn_of(state), compact=narrow))

    def _map(self, rest: str) -> None:
        path = Path(rest) if rest else self.path.with_suffix(".svg")
        draw(self.game.state, path)
        self.line(msg("The map is in {file}."), file=str(path))

    def _why(self, rest: str) -> None:
        judge(self.game.state, entry(self.game.setup.game, rest))
        self.line(msg("That move is possible."))

    def _rule(self, rest: str) -> None:
        game = title(self.game.setup.game)
        id_ = find_id(game, rest.lstrip("§"))
        self.say(f"§{game.cite(id_)}  {rules_of(game, self.lang)[id_]}")

    def _log(self, rest: str) -> None:
        count = int(rest) if rest.isdecimal() else RECENT
        told = [event_text(event, self.lang) for entry in self.game.history for event in entry.events]
        for text in told[-count:] if count else ():
            self.say(text, "dim")

    def _quit(self, rest: str) -> None:
        raise Leave

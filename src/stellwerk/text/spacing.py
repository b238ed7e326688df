"""What must not be torn at the end of a line; no translator types no-break spaces, so they go in here."""

import re
from collections.abc import Mapping
from types import MappingProxyType

NO_BREAK = "\N{NO-BREAK SPACE}"

_UNIT = re.compile(r"(?<=[\d}]) (?=%|(?:min|h|s|ms|G|fl)(?!\w))")
"""Between a number and its unit: "20 %", "{minutes} min"."""
_NUMBERED = r" (?=\d|\{(?:number|phase|round|train|version|tile|field|seat|at|to|step)[:}])"
"""Between what is counted off and its number: "Phase 3", "pociąg {train}"."""
_GERMAN = re.compile(
    r"(?<!\w)(Phase|Runde|AR|OR|Feld|Spalte|Zeile|Platz|Seite|Lektion|Schritt|Aktion|Nummer|Lok|Plättchen"
    r"|Gleisplättchen)" + _NUMBERED
)
_POLISH = re.compile(
    r"(?<!\w)([Ff]az\w{1,2}|[Rr]und\w{1,3}|RG|RO|[Pp]ociąg\w{0,4}|[Kk]afel|[Kk]afla|[Kk]aflem|[Pp]ol\w{1,2}"
    r"|[Mm]iejsc\w{1,2}|[Bb]ok\w{0,2}|[Kk]olumn\w{1,2}|[Ll]ekcj\w{1,2}|[Kk]rok\w{0,2}|[Rr]uch\w{0,2}|nr|numer"
    r"|[Ww]ersj\w{1,2})" + _NUMBERED
)
_ONE_LETTER = re.compile(r"(?<![\w'’.])([aiouwzAIOUWZ]) (?=[\w„(\[{“¤£*`])")
"""A Polish word of one letter never stands at the end of a line."""

_RULES: Mapping[str, tuple[tuple[re.Pattern[str], str], ...]] = MappingProxyType(
    {
        "de": ((_UNIT, NO_BREAK), (_GERMAN, rf"\1{NO_BREAK}")),
        "pl": ((_UNIT, NO_BREAK), (_POLISH, rf"\1{NO_BREAK}"), (_ONE_LETTER, rf"\1{NO_BREAK}")),
    }
)


def together(text: str, lang: str) -> str:
    """Return a text or a template with its no-break spaces, as the language wants them."""
    for pattern, kept in _RULES.get(lang, ()):
        text = pattern.sub(kept, text)
    return text

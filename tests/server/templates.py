"""Templates of pages are compiled once in a test process, however many applications it makes."""

from collections.abc import Iterator

import jinja2
import pytest
from jinja2.bccache import Bucket

from stellwerk.web import routes
from stellwerk.web.render import environment


class Compiled(jinja2.BytecodeCache):
    """In memory. Jinja compares what a template was compiled from, so nothing old is ever used."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.kept:
            bucket.bytecode_from_string(self.kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()


def remembering() -> jinja2.Environment:
    env = environment()
    env.bytecode_cache = COMPILED
    return env


@pytest.fixture(autouse=True, scope="package")
def _templates_are_compiled_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(routes, "environment", remembering)
        yield

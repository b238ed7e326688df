"""The application: the service behind the JSON interface, the pages, and what operators want to see.

Pages are given by whoever puts the program together (`stellwerk.cli.serve`); the server has none of its own.
Every handler may ask by name for `service: TableService`, `claim: Claim | None`, `user: User | None`,
`settings: Settings` and `channels: ChannelsPlugin`.
"""

import hmac
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from litestar import Litestar, Request, Response, get
from litestar.config.csrf import CSRFConfig
from litestar.di import Provide
from litestar.exceptions import NotFoundException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, YamlRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.template import TemplateConfig
from msgspec import Struct
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from stellwerk.engine import titles
from stellwerk.engine.offload import ON_THE_SPOT, Offload
from stellwerk.server.api import api_routes
from stellwerk.server.bots import IN_A_ROW, Bots
from stellwerk.server.claim import Claim
from stellwerk.server.clock import SYSTEM_CLOCK, Clock
from stellwerk.server.dependencies import Service
from stellwerk.server.failures import ErrorPage, answer
from stellwerk.server.foremen import Foremen
from stellwerk.server.live import Hub, Presence, channels_for
from stellwerk.server.metrics import Metrics
from stellwerk.server.middleware import GuardedApp
from stellwerk.server.model import User
from stellwerk.server.puzzles import Puzzles
from stellwerk.server.service import TableService
from stellwerk.server.session import Signer, address_of, claim_of, find_user
from stellwerk.server.settings import Settings
from stellwerk.server.upload_checks import UploadProcess
from stellwerk.server.workplace import OnTheSpot, Worker
from stellwerk.store.database import Database


class Pages(Struct, frozen=True):
    """What people see in a browser."""

    handlers: Sequence[Any]
    """Litestar's route handlers, static files included."""
    templates: TemplateConfig[Any] | None = None
    error_page: ErrorPage | None = None
    """A failure as a page."""


class KeptYaml(YamlRenderPlugin):
    """The schema as YAML, written once: it takes long, and anybody may ask for it."""

    kept: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if self.kept is None:
            self.kept = super().render(request, openapi_schema)
        return self.kept


@get("/health", sync_to_thread=True, include_in_schema=False)
def health(service: Service) -> Response[dict[str, str]]:
    """Does the database answer?"""
    try:
        with service.db.read() as session:
            session.execute(text("select 1"))
    except SQLAlchemyError:
        return Response({"status": "no database"}, status_code=503)
    return Response({"status": "ok"})


@get("/metrics", sync_to_thread=True, include_in_schema=False)
def metrics(request: Request[Any, Any, Any]) -> Response[bytes]:
    """For monitors on this machine, or with the operator's token; for anybody else it is not there."""
    if not may_measure(request):
        raise NotFoundException
    return Response(request.app.state.metrics.text(), media_type="text/plain; version=0.0.4")


def may_measure(request: Request[Any, Any, Any]) -> bool:
    wanted: str = request.app.state.settings.metrics_token
    if wanted:
        given = request.headers.get("authorization", "").encode(errors="replace")
        return hmac.compare_digest(given, f"Bearer {wanted}".encode())
    forwarded = {"x-forwarded-for", "forwarded", "x-real-ip"} & {name.lower() for name in request.headers}
    return not forwarded and address_of(request) in ("127.0.0.1", "::1")


def provide_service(request: Request[Any, Any, Any]) -> TableService:
    service: TableService = request.app.state.service
    return service


def provide_settings(request: Request[Any, Any, Any]) -> Settings:
    settings: Settings = request.app.state.settings
    return settings


def provide_claim(request: Request[Any, Any, Any]) -> Claim | None:
    return claim_of(request)


def provide_user(request: Request[Any, Any, Any]) -> User | None:
    """Return who asks, as the database knows it; limits count by this user from now on."""
    state, claim = request.app.state, claim_of(request)
    user = find_user(state.service, claim)
    if claim is not None:
        (state.limits.forget if user is None else state.limits.learn)(claim.proof)
    return user


def create_app(
    settings: Settings,
    pages: Pages | None = None,
    offload: Offload = ON_THE_SPOT,
    clock: Clock = SYSTEM_CLOCK,
    workers: Sequence[Worker] | None = None,
) -> Litestar:
    """A server as an application; without pages it is the JSON interface alone.

    The database is brought to its newest form first. Jobs are done by `workers`, without any on the spot.
    """
    db = Database(settings.address)
    if settings.several_workers and db.sqlite:
        raise ValueError("several workers need PostgreSQL")
    db.migrate()
    titles()  # all at once: threads that import the same for the first time get in each other's way
    service = TableService(db, settings, offload, clock)
    presence = Presence(clock)
    channels = channels_for(db)
    hub = Hub(channels, presence, several=settings.several_workers, places=settings.watchers)
    service.presence, service.announce = presence, hub.announce
    service.prepare = UploadProcess(settings.upload_seconds)
    measured = Metrics(service)
    bots = Bots(service, IN_A_ROW)
    foremen = Foremen(
        service.queue,
        [bots.kind(), service.hint_kind(), Puzzles(service).kind()],
        [OnTheSpot()] if workers is None else workers,
        chores=[bots.look],
        measured=measured.job,
        alone=db.sqlite,
    )
    hub.called = foremen.call

    def call_workers(due: int) -> None:
        foremen.call(due)
        hub.tell_workers()

    service.call_workers = call_workers
    signer = Signer(service.secret("cookies"), clock)
    service.secret("invitations")  # read once, so that no page has to

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncGenerator[None, None]:
        await hub.start()
        bots.look(0)  # also those that a stopped server left in the middle
        foremen.start()
        try:
            yield
        finally:
            foremen.stop()
            offload.close()
            await hub.stop()
            db.close()

    csrf = CSRFConfig(
        cookie_name="__Host-csrftoken" if settings.secure else "csrftoken",
        secret=service.secret("csrf"),
        cookie_secure=settings.secure,
        cookie_samesite="lax",
        exclude=["^/api/", "^/schema", "^/health", "^/metrics"],
    )
    app = GuardedApp(
        route_handlers=[api_routes(settings), health, metrics, *(pages.handlers if pages else ())],
        dependencies={
            "service": Provide(provide_service, sync_to_thread=False),
            "settings": Provide(provide_settings, sync_to_thread=False),
            "claim": Provide(provide_claim, sync_to_thread=False),
            "user": Provide(provide_user, sync_to_thread=True),
        },
        exception_handlers={Exception: answer},
        csrf_config=csrf,
        lifespan=[running],
        openapi_config=OpenAPIConfig(
            title="Stellwerk",
            version=version("stellwerk"),
            description="Tables, views, legal actions, submissions, event streams and saves.",
            path="/schema",
            render_plugins=[JsonRenderPlugin(), KeptYaml()],
            components=Components(
                security_schemes={"token": SecurityScheme(type="http", scheme="bearer")},
            ),
        ),
        request_max_body_size=settings.body_limit,
        logging_config=None,  # one logger, and it writes JSON
        template_config=pages.templates if pages else None,
        plugins=[channels],
    )
    app.state.service, app.state.settings, app.state.signer = service, settings, signer
    app.state.clock = clock
    app.state.metrics, app.state.hub, app.state.limits = measured, hub, service.limits
    app.state.error_page = pages.error_page if pages else None
    return app

"""Metrics for Prometheus, and one line of JSON in the log for each request.

Neither holds names, links, tokens or anything that was sent: routes appear as their patterns.
"""

import contextlib
import json
import logging
import sys
import time

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from sqlalchemy.exc import SQLAlchemyError

from stellwerk.engine.json_data import JsonObject
from stellwerk.server.core import BOT_JOB
from stellwerk.server.service import TableService

LOGGER = "stellwerk.server"
_PLAIN = frozenset(vars(logging.makeLogRecord({})))
JOB_SECONDS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 60.0, 300.0)
SECONDS = (0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.3, 1.0, 3.0, 10.0)


class JsonLines(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line: JsonObject = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in _PLAIN and key != "message"}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def log_to_stderr(level: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logger = logging.getLogger(LOGGER)
    logger.handlers[:] = [handler]
    logger.propagate = False
    logger.setLevel(level.upper())
    # A connection that broke is told by the request that needed it, in one line; not by its pool, in fifty.
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)


class Metrics:
    """Counters of this process; with several workers each has its own."""

    def __init__(self, service: TableService) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "stellwerk_requests_total",
            "Requests by route and answer",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "stellwerk_request_seconds", "Time to answer", ("route",), buckets=SECONDS, registry=self.registry
        )
        self.submissions = Counter(
            "stellwerk_submissions_total",
            "Actions by what became of them",
            ("outcome",),
            registry=self.registry,
        )
        self.watchers = Gauge("stellwerk_watchers", "Open event streams", registry=self.registry)
        self.bot_moves = Counter("stellwerk_bot_moves_total", "Actions of bots", registry=self.registry)
        self.jobs = Counter(
            "stellwerk_jobs_total", "Jobs by kind and what became of them", ("kind", "outcome"),
            registry=self.registry,
        )  # fmt: skip
        self.job_seconds = Histogram(
            "stellwerk_job_seconds",
            "Time to do a job",
            ("kind",),
            buckets=JOB_SECONDS,
            registry=self.registry,
        )
        self.queued = Gauge(
            "stellwerk_jobs_kept", "Jobs in the database", ("kind", "state"), registry=self.registry
        )
        self.queue = service.queue
        cached = Gauge("stellwerk_games_in_memory", "Games held in memory", registry=self.registry)
        cached.set_function(lambda: len(service.lives))

    def job(self, kind: str, outcome: str, seconds: float) -> None:
        """A job has been worked on."""
        self.jobs.labels(kind, outcome).inc()
        self.job_seconds.labels(kind).observe(seconds)
        if (kind, outcome) == (BOT_JOB, "done"):
            self.bot_moves.inc()

    def text(self) -> bytes:
        self.queued.clear()
        with contextlib.suppress(SQLAlchemyError):  # the rest can be told without the database
            for (kind, state), count in self.queue.counts().items():
                self.queued.labels(kind, state).set(count)
        return generate_latest(self.registry)

// Who has the page open: only the dots change.

const dots = (seats) => {
  for (const seat of seats) {
    document.querySelectorAll("[data-seat-name]:not([data-bot])").forEach((dot) => {
      if (dot.dataset.seatName !== seat.name) return;
      dot.classList.toggle("away", !seat.present);
      dot.setAttribute("aria-label", seat.present ? dot.dataset.here : dot.dataset.away);
    });
  }
};
/** Look anew who is here. */
export const presence = (table) => {
  fetch(`/api/v1/tables/${table}`, { headers: { Accept: "application/json" } })
    .then((answer) => (answer.ok ? answer.json() : null))
    .then((info) => {
      if (info) dots(info.seats);
    })
    .catch(() => {});
};

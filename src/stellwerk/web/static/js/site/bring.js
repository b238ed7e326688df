// The place for a link, a code or a file: a file can be dropped there or pasted, and it is said what it is.

const form = document.getElementById("bring");
const file = () => document.getElementById("bring-file");

const tell = async () => {
  const says = document.getElementById("recognised");
  const chosen = file().files[0];
  form.classList.toggle("has-file", Boolean(chosen));
  if (!chosen) {
    says.textContent = "";
    return;
  }
  let text = says.dataset.other;
  let game = "";
  try {
    const found = JSON.parse(await chosen.text());
    if (found.format && found.game) [text, game] = [says.dataset.save, found.game];
    else if (found.title && found.actions) [text, game] = [says.dataset.record, found.title];
  } catch {
    // said below: it is neither
  }
  says.textContent = text.replace("{file}", chosen.name).replace("{game}", String(game));
};

const take = (files) => {
  if (!files?.length) return false;
  file().files = files;
  tell();
  return true;
};

if (form) {
  file().addEventListener("change", tell);
  form.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  form.addEventListener("drop", (event) => {
    if (take(event.dataTransfer?.files)) event.preventDefault();
  });
  form.addEventListener("paste", (event) => {
    if (take(event.clipboardData?.files)) event.preventDefault();
  });
}

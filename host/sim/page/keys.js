// Keys anywhere on the page, except while typing, in a dialog, or with a key that the element in focus has a use for.

const TYPING = "input:not([type=checkbox]):not([type=range]), textarea, select, [contenteditable]";
const OWN_ENTER = "button, a, summary, input";
const OWN_ARROWS = "input[type=range], pre";

const ARROWS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** act has turn(steps, pressed), enter(), press(button), hold(button), help(); wanted() tells whether keys are switched on. */
export function listen({ wanted, act }) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (!wanted() || document.querySelector("dialog[open]") || event.target.closest?.(TYPING)) return;
    if (handle(event, act)) event.preventDefault();
  });
}

function handle(event, act) {
  const target = event.target instanceof Element ? event.target : document.body;
  const button = { Backspace: "back", m: "menu", M: "menu" }[event.key];
  if (event.key in ARROWS && !target.closest(OWN_ARROWS)) {
    act.turn(ARROWS[event.key], event.shiftKey);
  } else if (event.key === "Enter") {
    if (event.shiftKey && !event.repeat) act.hold("confirm");
    else if (target.closest(OWN_ENTER)) return false;
    else if (!event.repeat) act.enter();
  } else if (button && !event.repeat) {
    if (event.shiftKey) act.hold(button);
    else act.press(button);
  } else if (event.key === "?") {
    act.help();
  } else {
    return false;
  }
  return true;
}

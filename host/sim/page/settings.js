// What this browser remembers of how the page should be.

const KEY = "roost";
const DEFAULTS = { pieces: true, names: true, sound: false, speech: false, rate: 1, keys: true };

export function load() {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    kept = {}; // spoilt or forbidden: the defaults
  }
  return { ...DEFAULTS, ...kept };
}

export function save(settings) {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    return; // storage may be forbidden; then the settings last as long as the page
  }
}

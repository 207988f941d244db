// The page: takes what the device says, keeps it in one place, and draws it.

import { Asking } from "./asking.js";
import { Copy } from "./copy.js";
import { Dealer } from "./dealer.js";
import { Display } from "./display.js";
import { $, el, put, show } from "./dom.js";
import { listen } from "./keys.js";
import { Keeping } from "./keeping.js";
import { Knob, pressable } from "./knob.js";
import * as hexagons from "./layouts/hexagons.js";
import * as path from "./layouts/path.js";
import * as sheet from "./layouts/sheet.js";
import { Lights } from "./lights.js";
import { Link } from "./link.js";
import { Looks } from "./looks.js";
import { Question } from "./choices.js";
import { Record } from "./record.js";
import * as settingsStore from "./settings.js";
import { play } from "./sound.js";
import { sheetTable } from "./table.js";
import { Voice } from "./voice.js";
import { LANGUAGES, hasWords, setLanguage, t, translate } from "./words.js";

const PROTOCOL = 1;
const SILENT_MS = 3000; // so long after its hello a device asks something, or something is wrong
const REFUSED_MS = 400;
const MANY = 8;
const SHORT = 26;
const LAYOUTS = { hexagons, path, sheet };

const settings = settingsStore.load();
const device = { hello: null, server: null, screen: null, scene: null, said: [], recorded: null, console: [] };
let layout = null; // {name, drawing}
let synced = false; // false while the server or a restarted device tells what was before
let refusedAt = -Infinity; // a refusal is followed by the same question at once; it stays to be read
let refusedText = "";

const display = new Display($("display"), $("display").parentElement);
const lights = new Lights($("lights"));
const voice = new Voice($("live"), settings);
const link = new Link({ heard, changed });
const question = new Question({ send: input });
const record = new Record(link);
const keeping = new Keeping({ link, record, screen: () => device.screen, scene: () => device.scene });
const asking = new Asking({ link, say: (text) => voice.say(text), scene: () => device.scene, game: () => device.screen?.game ?? null });
const copy = new Copy(link);
const dealer = new Dealer(link, $("dealer"));
const looks = new Looks(link, copy, () => {
  drawQuestion();
  drawScene();
});

// ---- what goes to the device

function input(message) {
  refusedAt = -Infinity;
  const answer = "choose" in message || "tap" in message || message.press === "confirm" || message.hold === "confirm";
  const own = answer && device.screen?.mode === "game" && dealer.answers();
  if (own) {
    refuse({ code: "dealer", text: own });
    return;
  }
  if (!link.send(message)) refuse({ code: "device-away", text: "" });
}

const act = {
  turn: (steps, pressed) => knob.turn(steps, pressed),
  press: (button) => input({ press: button }),
  hold: (button) => input({ hold: button }),
  enter: () => question.enter() || act.press("confirm"),
  help: () => $("help-dialog").showModal(),
};

const knob = new Knob($("knob"), $("knob-body"), {
  turned: (steps, pressed) => input(pressed ? { turn: steps, pressed: true } : { turn: steps }),
  pressed: () => act.press("confirm"),
  held: () => act.hold("confirm"),
});
$("turn-left").addEventListener("click", (event) => knob.turn(-1, event.shiftKey));
$("turn-right").addEventListener("click", (event) => knob.turn(1, event.shiftKey));
for (const button of ["back", "menu", "confirm"]) {
  pressable($(`key-${button}`), { press: () => act.press(button), hold: () => act.hold(button) });
}
$("back-step").addEventListener("click", () => act.press("back"));
$("take-back").addEventListener("click", () => act.hold("back"));
listen({ wanted: () => settings.keys, act });

// ---- what comes from the device

const TAKES = {
  server: takeServer,
  hello: takeHello,
  display: (value) => display.take(value),
  lights: (value) => lights.take(value),
  screen: takeScreen,
  cursor: takeCursor,
  scene: takeScene,
  changed: takeChanges,
  said: takeSaid,
  refused: refuse,
  recorded: takeRecorded,
  sound: (name) => synced && settings.sound && play(name),
  console: takeConsole,
  dealer: (value) => dealer.take(value),
  synced: takeSynced,
};

function heard(message) {
  for (const [topic, value] of Object.entries(message)) TAKES[topic]?.(value);
}

function changed(connected) {
  document.body.classList.add("away"); // until the device says hello
  synced = false;
  if (connected) {
    device.console = [];
    device.said = [];
    device.scene = null;
  }
  notice();
}

function takeServer(server) {
  const before = device.server?.starts ?? server.starts;
  device.server = server;
  if (server.state !== "running") document.body.classList.add("away");
  notice(server.state === "running" && before > 0 && server.starts > before ? t("restarted") : "");
}

function takeHello(hello) {
  Object.assign(device, { hello, screen: null, scene: null, said: [], recorded: null });
  synced = false;
  looks.clear();
  document.body.classList.remove("away");
  display.clear();
  lights.clear();
  if (!document.body.dataset.language) language(navigator.language.slice(0, 2));
  notice(hello.protocol === PROTOCOL ? $("notice-text").textContent : t("wrong_protocol"));
  show($("runtime"), t("running", runtimeName(hello.runtime), hello.firmware));
  fillLanguages(hello.languages ?? LANGUAGES);
  record.draw(null);
  drawEvents();
  clearTimeout(takeHello.timer);
  takeHello.timer = setTimeout(() => {
    if (device.screen) return;
    $("question").textContent = t("no_question");
    $("console-fold").open = true;
  }, SILENT_MS);
}

function takeSynced() {
  synced = Boolean(device.screen);
  copy.offer(device.screen);
}

function takeScreen(screen) {
  const before = device.screen?.do ?? []; // what still waits to be done was said when it came
  device.screen = screen;
  if (screen.language) language(screen.language);
  const again = settled();
  record.taken();
  looks.follow(screen);
  keeping.draw();
  askAnew();
  drawQuestion();
  drawScene();
  const fresh = (screen.do ?? []).filter((words) => !before.includes(words));
  if (again) for (const words of [...fresh, screen.title, optionWords(screen)]) voice.say(words);
  synced = true;
  copy.offer(screen);
  put(document.body, "data-screen", screen.id);
  put(document.body, "data-mode", screen.mode);
}

function takeCursor(cursor) {
  const screen = device.screen;
  if (!screen || screen.id !== cursor.id) return;
  Object.assign(screen, cursor);
  settled();
  question.move(screen);
  drawScene();
  drawKnob();
  const reads = question.focusInside() || document.activeElement === $("knob");
  voice.move(optionWords(screen), reads);
}

/** What can be asked changes with the game, and with its begin and end. */
function askAnew() {
  const { game, language: spoken } = device.screen;
  const key = [game, spoken, device.scene?.game, device.screen.mode === "setup"].join(" ");
  if (askAnew.key === key) return;
  askAnew.key = key;
  asking.draw();
}

/** Takes the last refusal away; false when it has only just come. */
function settled() {
  if (performance.now() - refusedAt < REFUSED_MS) return false;
  show($("refused"), "");
  return true;
}

function takeScene(scene) {
  device.scene = scene;
  drawScene();
  drawRows();
}

/** What has changed of the scene: marks and names by place (null takes one away), rows, and the sheet (null: there is none). */
function takeChanges({ marks = {}, names = {}, ...others }) {
  if (!device.scene) return;
  const scene = { ...device.scene, ...others, marks: { ...device.scene.marks, ...marks }, names: { ...device.scene.names, ...names } };
  for (const place of Object.keys(marks).filter((each) => !marks[each])) {
    delete scene.marks[place];
    delete scene.names[place];
  }
  takeScene(scene);
}

function takeSaid(said) {
  device.said = [...device.said.filter((each) => each.n !== said.n), said].slice(-60);
  drawEvents();
  if (synced && said.text !== refusedText) voice.say(said.text);
  refusedText = "";
}

function takeRecorded(recorded) {
  device.recorded = recorded;
  record.draw(recorded);
}

function refuse({ code, text, short }) {
  const words = text || short || (hasWords(code) ? t(code) : code);
  const own = (code === "device-away" || code === "rubbish") && hasWords(code) ? t(code) : words;
  voice.drop(own);
  refusedText = own;
  refusedAt = performance.now();
  if (record.refused(own)) return;
  const box = $("refused");
  box.hidden = false;
  box.replaceChildren(el("p", {}, own));
  if (settings.speech) voice.speak(own);
}

function takeConsole(entry) {
  device.console.push(entry);
  if (device.console.length > 200) device.console.shift();
  const pre = $("console");
  pre.append(el("span", { class: entry.from }, `${entry.text}\n`));
  while (pre.childElementCount > device.console.length) pre.firstChild.remove();
  show($("console-count"), String(device.console.length));
}

// ---- drawing

function drawQuestion() {
  question.draw(device.screen, device.scene, looks.now);
  drawKnob();
}

function drawKnob() {
  const screen = device.screen;
  const count = Math.max(1, screen?.choices?.length ?? 1);
  put($("knob"), "aria-valuemax", count);
  put($("knob"), "aria-valuenow", Math.min(count, (screen?.at ?? 0) + 1));
  put($("knob"), "aria-valuetext", optionWords(screen) || screen?.title || "…");
  put($("display"), "aria-label", [t("display"), screen?.title, optionWords(screen)].filter(Boolean).join(": "));
}

/** The option under the cursor and what is to be known about it, in words. */
function optionWords(screen) {
  const option = screen?.choices?.[screen.at]?.words;
  return [option, ...(screen?.note ?? [])].filter(Boolean).map((words) => words.replace(/\.$/, "")).join(". ");
}

function drawScene() {
  const name = LAYOUTS[device.scene?.layout] ? device.scene.layout : "hexagons";
  if (layout?.name !== name) {
    layout?.drawing.remove();
    const own = name !== "hexagons";
    $("board").replaceChildren();
    $("scene").hidden = !own;
    document.querySelector(".plate").classList.toggle("small", own);
    layout = { name, drawing: LAYOUTS[name].mount(own ? $("scene") : $("board"), { tap: (place) => input({ tap: place }) }) };
  }
  layout.drawing.update({ scene: device.scene, screen: device.screen, looks: looks.now, pieces: settings.pieces, names: settings.names });
}

function drawRows() {
  const rows = device.scene?.rows ?? [];
  $("rows-card").hidden = rows.length === 0 && !device.scene?.sheet;
  $("so-far").hidden = !device.scene?.sheet;
  if (device.scene?.sheet) $("so-far-sheet").replaceChildren(sheetTable(device.scene.sheet));
  $("rows").replaceChildren(...rows.flatMap(([title, lines]) => [el("dt", {}, title), ...together(lines).map((line) => el("dd", {}, line))]));
}

/** Many short lines, such as cards, in one. */
function together(lines) {
  return lines.length > MANY && lines.every((line) => line.length <= SHORT) ? [lines.join(" · ")] : lines;
}

function drawEvents() {
  const list = $("events");
  $("no-events").hidden = device.said.length > 0;
  list.hidden = device.said.length === 0;
  list.replaceChildren(...device.said.toReversed().map((said) => el("li", { class: `kind-${said.kind}${said.hands ? " hands" : ""}`, value: said.n },
    said.hands ? el("strong", {}, t("by_hand"), " ") : null, said.text)));
  put(list, "tabindex", list.scrollHeight > list.clientHeight ? "0" : null); // what scrolls must be reached by keyboard
}

function notice(text = "") {
  const server = device.server;
  let words = text;
  if (!link?.connected) words = t("lost");
  else if (server?.state === "waiting") words = t("waiting", server.exit, server.again_in);
  else if (server?.state === "stopped") words = t("stopped", server.exit);
  else if (server?.state === "starting") words = t("starting");
  show($("notice-text"), words);
  $("notice").hidden = !words;
  $("notice-start").hidden = server?.state !== "waiting" || !link?.connected;
  clearTimeout(notice.timer);
  if (text && words === text) notice.timer = setTimeout(() => notice(), 8000);
}
$("notice-start").addEventListener("click", () => link.send({ server: "start" }));

function runtimeName(runtime = "") {
  return runtime.replace(/^micropython/i, "MicroPython").replace(/^cpython/i, "CPython").replace(/^circuitpython/i, "CircuitPython");
}

// ---- language and settings

function language(code) {
  document.body.dataset.language = code;
  if (!setLanguage(code)) return;
  retranslate();
}

function retranslate() {
  translate(document);
  drawHelp();
  if (device.hello) {
    show($("runtime"), t("running", runtimeName(device.hello.runtime), device.hello.firmware));
    fillLanguages(device.hello.languages ?? LANGUAGES);
  }
  record.draw(device.recorded);
  drawEvents();
  copy.translate();
  dealer.translate();
  notice();
}

function drawHelp() {
  $("help-body").replaceChildren(...t("help_html").flatMap(([title, lines]) => {
    const keys = lines.filter(Array.isArray);
    const texts = lines.filter((line) => !Array.isArray(line));
    return [
      el("h3", {}, title),
      ...texts.map((text) => el("p", {}, text)),
      ...(keys.length ? [el("dl", { class: "keys-list" }, ...keys.flatMap(([key, what]) => [el("dt", {}, key), el("dd", {}, what)]))] : []),
    ];
  }));
}

function fillLanguages(codes) {
  $("language").replaceChildren(...codes.map((code) => el("option", { value: code, lang: code }, hasWords(`language_${code}`) ? t(`language_${code}`) : code)));
  $("language").value = document.documentElement.lang;
}

$("language").addEventListener("change", () => link.request({ set: { language: $("language").value } }));
for (const name of ["pieces", "names", "sound", "speech", "keys"]) {
  const box = $(`set-${name}`);
  box.checked = settings[name];
  box.addEventListener("change", () => {
    settings[name] = box.checked;
    settingsStore.save(settings);
    drawScene();
  });
}
$("set-rate").value = settings.rate;
$("set-rate").addEventListener("input", () => {
  settings.rate = Number($("set-rate").value);
  settingsStore.save(settings);
});

$("open-help").addEventListener("click", act.help);
$("open-settings").addEventListener("click", () => $("settings-dialog").showModal());
$("open-copy").addEventListener("click", () => copy.open());

setLanguage(navigator.language.slice(0, 2));
retranslate();
drawScene();

// The script of all pages. Each part runs where its elements are. Without it the pages show text and examples.
"use strict";
(() => {
  const one = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const root = document.body.dataset.root;
  const isStatic = "static" in document.body.dataset;
  document.documentElement.classList.add("has-js");

  // say tells a person, also one who does not see the page, what happened.
  const say = (text) => { one("#said").textContent = text; };

  // copy writes to the clipboard, and shows that on the button for a moment.
  const copy = async (button, text, what) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      say("The browser does not allow copying.");
      return;
    }
    say(`Copied ${what}.`);
    button.dataset.label ??= button.innerHTML;
    button.textContent = "Copied";
    setTimeout(() => { button.innerHTML = button.dataset.label; }, 1200);
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button) copy(button, button.dataset.copy, "the document");
  });

  // The matrix: a circle that is pointed at is explained.
  const cell = one("#cell");
  if (cell) {
    const explain = (event) => {
      const dot = event.target.closest(".matrix tbody a");
      if (!dot) return;
      const kind = one("th a", dot.closest("tr"));
      const name = document.createElement("strong");
      name.textContent = kind.textContent;
      const column = dot.dataset.detail ? ` in ${dot.textContent}` : "";
      cell.replaceChildren(name, column, document.createElement("br"), kind.dataset.means);
    };
    one(".matrix").addEventListener("pointerover", explain);
    one(".matrix").addEventListener("focusin", explain);
    one("#carried").addEventListener("change", (event) => one(".matrix").classList.toggle("carried", event.target.checked));
  }

  // Live failures: the same call in every protocol.
  for (const button of all(".call")) {
    button.addEventListener("click", async () => {
      const failure = button.closest(".failure");
      button.disabled = true;
      const calls = all(".exchange", failure).map(async (panel) => {
        const { path, headers, body } = panel.dataset;
        const response = await fetch(path, { method: "POST", headers: JSON.parse(headers), body });
        const text = await response.text();
        one(".answer code", panel).textContent = indented(text);
        const status = one(".status", panel);
        status.textContent = `HTTP ${response.status}`;
        status.className = `status s${Math.floor(response.status / 100)}`;
      });
      const results = await Promise.allSettled(calls);
      const failed = results.filter((r) => r.status === "rejected").length;
      one(".called", failure).textContent = failed ? `${failed} calls got no answer.` : `Answered just now, at ${new Date().toLocaleTimeString()}.`;
      say(failed ? "Some calls got no answer." : "All protocols have answered.");
      button.disabled = false;
    });
  }
  const indented = (text) => {
    try { return JSON.stringify(JSON.parse(text), null, 2); } catch { return text; }
  };
  const named = (hash) => {
    try { return document.getElementById(decodeURIComponent(hash)); } catch { return null; } // such as "%"
  };
  const target = location.hash.length > 1 && named(location.hash.slice(1));
  if (target && target.matches("details")) target.open = true;

  // Search: every word must be in the title, the text or the further words.
  const query = one("#query");
  if (query) {
    const list = one("#hits");
    const every = list.innerHTML;
    const plain = (text) => text.toLowerCase().replaceAll("_", " ");
    for (const hit of window.searchIndex) hit.plain = [hit.title, hit.text, hit.words ?? ""].map(plain);
    // A word at the start of a title counts most. All words count more as a phrase.
    const score = (hit, words) => {
      let total = 0;
      for (const word of words) {
        const place = hit.plain.findIndex((text) => text.includes(word));
        if (place < 0) return 0;
        total += [8, 3, 1][place] + (place === 0 && (` ${hit.plain[0]}`).includes(` ${word}`) ? 4 : 0);
      }
      const phrase = words.join(" ");
      if (hit.plain[0] === phrase) total += 40; else if (hit.plain[0].startsWith(phrase)) total += 12;
      total += { problems: 8, docs: 5, rules: -10, codes: -2 }[hit.path.split("/")[0]] ?? 0; // what most people look for
      if (total < 1) total = 1;
      return total + (hit.plain.some((text) => text.includes(phrase)) ? 6 : 0);
    };
    const search = () => {
      const words = plain(query.value).split(/\s+/).filter(Boolean);
      if (!words.length) { list.innerHTML = every; one("#found").textContent = ""; return; }
      const hits = window.searchIndex.map((hit) => [score(hit, words), hit]).filter(([n]) => n > 0).sort((a, b) => b[0] - a[0]).slice(0, 40);
      list.replaceChildren(...hits.map(([, hit]) => {
        const item = document.createElement("li"), link = document.createElement("a"), text = document.createElement("p");
        const [path, hash] = hit.path.split("#");
        link.href = root + path + (isStatic && location.protocol === "file:" ? "index.html" : "") + (hash ? `#${hash}` : "");
        link.textContent = hit.title;
        text.textContent = hit.text || around(hit.words, words);
        if (hash) text.prepend(`${window.searchIndex.find((h) => h.path === path)?.title ?? ""}: `);
        item.append(link, text);
        return item;
      }));
      one("#found").textContent = hits.length === 1 ? "1 page" : `${hits.length === 40 ? "The first " : ""}${hits.length} pages`;
      if (!hits.length) one("#found").textContent = "No page has all of these words. Paste the error into the playground, or try fewer words.";
    };
    // around returns the part of a text in which the first word is.
    const around = (text, words) => {
      const at = Math.max(0, plain(text).indexOf(words[0]) - 60);
      return (at ? "…" : "") + text.slice(at ? text.indexOf(" ", at) : 0, at + 140) + "…";
    };
    query.addEventListener("input", search);
    const asked = new URLSearchParams(location.search).get("q");
    if (asked) { query.value = asked; search(); }
  }

  // quoted quotes a text for a shell.
  const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

  // The playground.
  const source = one("#document");
  if (!source) return;
  const status = one("#status"), input = one("#input"), form = one("#form"), card = one("#card"), problem = one("#problem");
  let edited = null;  // the error that a person changed, or null: the document counts
  let answer = null;  // the latest answer
  let latest = 0;     // the number of the latest request
  const limit = 256 * 1024; // of a request, as show.MaxRequest

  // ask answers a request: by the server, or by the same program in this browser.
  let program = null;
  const ask = async (request) => {
    const text = JSON.stringify(request);
    if (!isStatic) {
      const response = await fetch(`${root}api/show`, { method: "POST", headers: { "Content-Type": "application/json" }, body: text });
      return response.json();
    }
    program ??= (async () => {
      const go = new Go();
      const { instance } = await WebAssembly.instantiateStreaming(fetch(`${root}assets/toolerr.wasm`), go.importObject);
      go.run(instance);
    })();
    await program;
    return JSON.parse(window.toolerrShow(text));
  };

  // message returns a response without its server-sent events, as MCP has them, but the data of the last one.
  const message = (text) => {
    const [, head, body] = /^((?:HTTP\/[^]*?\r?\n\r?\n)*)([^]*)$/.exec(text);
    if (!/^(event|data|id|retry|):/.test(body)) return text;
    const data = body.split(/(?:\r?\n){2,}/).map((event) => event.split(/\r?\n/)
      .filter((line) => line.startsWith("data:")).map((line) => line.slice(5)).join("\n").trim());
    return head + (data.filter((d) => d && d !== "[DONE]").pop() ?? body);
  };

  const chosen = () => all("[name=dialect]:checked").map((box) => box.value);
  const request = () => {
    const r = { input: input.value, dialects: chosen(), carry: one("#carry").checked };
    if (edited) return { ...r, error: edited };
    return { ...r, document: message(source.value), status: Number(status.value) || 0 };
  };

  // update asks for the request and shows the answer. The tab keeps all of it over a reload, and the address, which
  // browsers keep and share between devices, none of it.
  const update = async (first) => {
    const number = ++latest;
    const r = request();
    if (first !== true) history.replaceState(source.value.length < limit ? whole(r) : null, "", location.href.split("#")[0]);
    card.classList.add("stale");
    let got;
    try {
      got = await ask(r);
    } catch {
      got = { problem: isStatic ? "This page needs WebAssembly, from a web server." : "The server does not answer. Is it still running?" };
    }
    if (number !== latest) return;
    card.classList.remove("stale");
    problem.hidden = !got.problem;
    card.hidden = Boolean(got.problem);
    one("#edited").hidden = !edited;
    one("#count").textContent = chosen().length;
    answer = got.problem ? null : got;
    for (const part of [one(".all"), one(".source-go")]) part.hidden = !answer;
    for (const button of all("[data-as]")) button.disabled = !answer;
    problem.textContent = got.problem ?? "";
    card.innerHTML = got.card ?? "";
    one("#renderings").innerHTML = got.renderings ?? "";
    one("#go").textContent = got.go ?? "";
    if (!edited) fill(got.error ?? {});
    if (got.problem) say(got.problem);
  };
  let timer = 0;
  const soon = () => { clearTimeout(timer); timer = setTimeout(update, 150); };

  const whole = (r) => ({ ...r, document: source.value, status: Number(status.value) || 0 });
  const encode = (state) => {
    const bytes = new TextEncoder().encode(JSON.stringify(state));
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  };
  const decode = (text) => {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  };

  // The form has the members of the error that it knows; the others are kept.
  const members = ["kind", "code", "message", "hint", "retry", "retry_after_ms", "upstream", "ref"];
  const numbers = ["retry_after_ms", "upstream"];
  const lists = { fields: { box: one("#fields"), template: one("#field") }, challenges: { box: one("#challenges"), template: one("#challenge") } };
  let base = {};
  const addItem = (name, value = {}) => {
    const item = lists[name].template.content.cloneNode(true).firstElementChild;
    item.original = value;
    for (const box of all("[data-member]", item)) box.value = value[box.dataset.member] ?? "";
    lists[name].box.append(item);
    return item;
  };
  const fill = (error) => {
    base = error;
    for (const name of members) form.elements[name].value = error[name] ?? "";
    for (const [name, values] of [["fields", error.fields], ["challenges", error.needs?.authorization]]) {
      lists[name].box.replaceChildren();
      for (const value of values ?? []) addItem(name, value);
    }
  };
  const items = (name) => all(".item", lists[name].box).map((item) => {
    const value = { ...item.original };
    for (const box of all("[data-member]", item)) value[box.dataset.member] = box.value;
    return value;
  });
  const changed = () => {
    const error = { ...base };
    for (const name of members) {
      const value = form.elements[name].value;
      delete error[name];
      if (value !== "") error[name] = numbers.includes(name) ? Math.max(0, Math.trunc(Number(value))) : value;
    }
    delete error.fields;
    const fields = items("fields").map((f) => ({ ...f, path: f.path === "" || f.path.startsWith("/") ? f.path : `/${f.path}` }));
    if (fields.length) error.fields = fields;
    const needs = { ...base.needs };
    delete needs.authorization;
    const challenges = items("challenges").filter((c) => c.url).map((c, i) => ({ id: String(i + 1), ...c }));
    if (challenges.length) needs.authorization = challenges;
    delete error.needs;
    if (Object.keys(needs).length) error.needs = needs;
    edited = error;
    soon();
  };
  form.addEventListener("input", changed);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button || button.id === "undo") return;
    if (button.classList.contains("remove")) {
      const next = button.closest("fieldset");
      button.closest(".item").remove();
      one("fieldset > button", next.parentNode.contains(next) ? next : form).focus();
    } else {
      one("input", addItem(button.id === "add-field" ? "fields" : "challenges")).focus();
    }
    changed();
  });
  one("#undo").addEventListener("click", () => { edited = null; update(); source.focus(); });

  // The status and the input belong to the document. They are unknown for one that replaces it. What came
  // with an example or a link is also unknown once something is pasted into that.
  const typed = new Set();
  let replaces = false; // the next change leaves nothing of the document
  source.addEventListener("beforeinput", () => {
    const { value, selectionStart, selectionEnd } = source;
    replaces = value.trim() !== "" && (value.slice(0, selectionStart) + value.slice(selectionEnd)).trim() === "";
  });
  source.addEventListener("input", (event) => {
    const pasted = ["insertFromPaste", "insertFromDrop"].includes(event.inputType);
    const other = replaces || source.value.trim() === "" || !event.inputType; // a program sets a value without a type of input
    replaces = false;
    for (const box of [status, input]) if (other || pasted && !typed.has(box)) box.value = "";
    if (other) typed.clear();
    edited = null;
    press(null);
    if (other || pasted) update(); else soon();
  });
  for (const box of [status, input]) {
    box.addEventListener("input", () => {
      typed.add(box);
      if (box === status) { edited = null; press(null); }
      soon();
    });
  }
  // put replaces the document by a text from elsewhere, of which only the document is known.
  const put = (text) => {
    source.value = text;
    status.value = input.value = "";
    typed.clear();
    edited = null;
    press(null);
    update();
  };
  // refuse shows why the page did nothing, until the next document.
  const refuse = (text) => {
    problem.textContent = text;
    problem.hidden = false;
    say(text);
  };
  const read = async (file) => {
    if (file.size > 200 * 1024) { refuse("The file is too large for this page: the limit is 200 KiB."); return; }
    put(await file.text());
    say(`Read ${file.name}.`);
  };
  one("#file").addEventListener("change", (event) => { if (event.target.files[0]) read(event.target.files[0]); event.target.value = ""; });
  one("#clear").addEventListener("click", () => { put(""); source.focus(); });
  const files = (event) => [...event.dataTransfer?.items ?? []].some((item) => item.kind === "file");
  for (const name of ["dragenter", "dragover"]) {
    document.addEventListener(name, (event) => {
      if (!files(event)) return;
      event.preventDefault(); // a browser would leave the page for the file
      source.classList.add("over");
    });
  }
  document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) source.classList.remove("over"); });
  document.addEventListener("drop", (event) => {
    source.classList.remove("over");
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    read(file);
  });

  // A URL only becomes a command.
  const command = one("#command");
  one("#url").addEventListener("input", (event) => { command.textContent = `curl -si ${quoted(event.target.value || event.target.placeholder)}`; });
  one("#copy-command").addEventListener("click", (event) => copy(event.target, command.textContent, "the command"));

  const press = (chip) => { for (const c of all(".chip")) c.setAttribute("aria-pressed", String(c === chip)); };
  for (const chip of all(".chip")) {
    chip.addEventListener("click", () => {
      source.value = chip.dataset.document;
      status.value = chip.dataset.status;
      input.value = chip.dataset.input;
      typed.clear();
      edited = null;
      press(chip);
      update();
    });
  }
  one("#formats").addEventListener("change", update);
  one("#client").addEventListener("change", (event) => choose((event.target.value || one("#main-formats").dataset.names).split(" ")));
  const choose = (names) => {
    for (const box of all("[name=dialect]")) box.checked = !names || names.includes(box.value);
    update();
  };
  one("#all-formats").addEventListener("click", () => choose(null));
  one("#main-formats").addEventListener("click", (event) => choose(event.target.dataset.names.split(" ")));

  const as = {
    json: () => JSON.stringify(answer.error, null, 2),
    go: () => answer.go,
    curl: () => {
      const server = isStatic ? "http://127.0.0.1:8080/" : new URL(root, location.href).href;
      return `curl -si ${server}api/render/${chosen()[0] ?? "problem"} -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(answer.error))}`;
    },
  };
  for (const button of all("[data-as]")) {
    button.addEventListener("click", () => { if (answer) copy(button, as[button.dataset.as](), button.textContent.replace("Copy as ", "")); });
  }
  one("#share").addEventListener("click", (event) => copy(event.target, new URL(`#s=${encode(whole(request()))}`, location.href).href, "the link"));

  const restore = () => {
    try {
      const state = location.hash.startsWith("#s=") ? decode(location.hash.slice(3)) : history.state;
      if (!state) return;
      source.value = state.document ?? "";
      status.value = state.status || "";
      input.value = state.input ?? "";
      typed.clear();
      one("#carry").checked = Boolean(state.carry);
      if (state.dialects?.length) for (const box of all("[name=dialect]")) box.checked = state.dialects.includes(box.value);
      edited = state.error ?? null;
      press(all(".chip").find((chip) => chip.dataset.document === source.value && !edited) ?? null);
      if (edited) { fill(edited); one("#editor").open = true; }
    } catch {
      say("The link is damaged.");
    }
  };
  window.addEventListener("hashchange", () => { restore(); update(); });
  restore();
  update(true);
})();

"use strict";
(() => {
  const grid = JSON.parse(document.getElementById("what-if-grid").textContent);
  const form = document.getElementById("what-if");
  const ranges = [...form.querySelectorAll("input[type=range]")];
  const level = (range) => grid[range.name][Number(range.value)];
  const cells = new Map(grid.cells.map((cell) => [cell.at.join("|"), cell]));

  const show = () => {
    const items = level(ranges.find((range) => range.name === "items"));
    const wrong = ranges.find((range) => range.name === "wrong");
    let asked = level(wrong);
    while (2 * asked.value > items.value) { wrong.value = Number(wrong.value) - 1; asked = level(wrong); }
    for (const range of ranges) {
      const said = level(range).said;
      range.setAttribute("aria-valuetext", said);
      form.querySelector(`output[for="${range.id}"]`).textContent = said;
    }
    const cell = cells.get(["items", "wrong", "days", "values"].map((name) => {
      const range = ranges.find((each) => each.name === name);
      return range ? range.value : "0";
    }).join("|"));
    for (const row of form.querySelectorAll("[data-measure]")) {
      const figure = cell[row.dataset.measure];
      const [low, high, rate] = figure ? [figure.low, figure.high, figure.rate] : [0, 0, 0];
      row.querySelector(".part").setAttribute("width", String(Math.max(rate, 0) * 100));
      row.querySelector(".span").setAttribute("x", String(Math.max(low, 0) * 100));
      row.querySelector(".span").setAttribute("width", String(Math.max(high - Math.max(low, 0), 0) * 100));
      row.querySelector("b").textContent = figure ? figure.said : "too few people to tell";
    }
    document.getElementById("what-if-said").textContent = cell.said;
  };

  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  document.getElementById("what-if-table").open = false;
  show();
})();

// Before the first paint, so that a chosen theme never flashes; `core/theme` writes the key.
const chosen = localStorage.getItem('kenny.theme');
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;

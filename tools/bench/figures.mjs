export function median(values) {
  return percentile(values, 50);
}

export function percentile(values, percent) {
  const sorted = [...values].sort((a, b) => a - b);
  const index = Math.ceil((percent / 100) * sorted.length) - 1;
  return sorted[Math.max(0, index)] ?? Number.NaN;
}

/** One word for several measurements of one run: the generator's limit spoils the figure. */
export function worstLimit(...limits) {
  return ['generator', 'neither', 'server'].find((limit) => limits.includes(limit));
}

/**
 * Works off what is due, a batch after the other: `read` gives at most `atOnce` rows behind the last one of the batch before, always in one
 * order. What could not be done stays due and is found again at the next look; it keeps nothing behind it waiting.
 */
export async function forEachBatch<Row>(
  atOnce: number,
  read: (behind: Row | undefined) => Promise<Row[]>,
  work: (rows: Row[]) => Promise<void>,
): Promise<void> {
  let behind: Row | undefined
  for (let isMore = true; isMore; ) {
    const rows = await read(behind)
    isMore = rows.length === atOnce
    behind = rows.at(-1)
    if (rows.length > 0) await work(rows)
  }
}

/** Does it to all of them in one go; where that fails, to each by itself, so that one of them keeps it from no other. `failed` hears of each. */
export async function runBatchElseEach<Row>(
  rows: readonly Row[],
  work: (rows: readonly Row[]) => Promise<void>,
  failed: (row: Row, error: unknown) => void,
): Promise<void> {
  try {
    await work(rows)
  } catch {
    for (const row of rows) await work([row]).catch((error: unknown) => failed(row, error))
  }
}

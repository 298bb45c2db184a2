/** One line of the result. `beside` is what the figure is compared with; the ratio is figure : beside. */
export interface Row {
  name: string
  figure: number
  unit: string
  /** Nothing of it is good news, such as of readers lost. Any other figure that is 0 says that nothing was measured. */
  canBeZero?: boolean
  beside?: { what: string; figure: number }
}

/** Four significant digits, thousands apart. */
const show = (figure: number): string =>
  Number.isFinite(figure) ? Number(figure.toPrecision(4)).toLocaleString('en-US', { maximumFractionDigits: 4 }) : 'none'

/** Columns as wide as their widest cell; columns named in `right` stand to the right. */
export function printTable(lines: readonly (readonly string[])[], right: readonly number[] = []): void {
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? []
  const pad = (cell: string, column: number) =>
    right.includes(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)
  for (const line of lines) console.log(line.map(pad).join('  ').trimEnd())
}

export function printRows(rows: readonly Row[]): void {
  const lines = rows.map(({ name, figure, unit, beside }) => [
    name,
    show(figure),
    unit,
    beside ? `${beside.what}: ${show(beside.figure)}` : '',
    beside ? show(figure / beside.figure) : '',
  ])
  printTable([['What', 'Figure', 'Unit', 'Beside', 'Ratio'], ...lines], [1, 4])
}

/** The rows in which no work was measured although some was to be: their names. Such a section has failed, whatever else it says. */
export function withoutWork(rows: readonly Row[]): string[] {
  const isEmpty = ({ figure, beside, canBeZero }: Row): boolean =>
    !Number.isFinite(figure) || (figure === 0 && !canBeZero) || (beside !== undefined && !Number.isFinite(beside.figure))
  return rows.filter(isEmpty).map(({ name }) => name)
}

/** The value below which `share` of the others lie; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const inOrder = values.toSorted((a, b) => a - b)
  return inOrder[Math.min(inOrder.length - 1, Math.floor(inOrder.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

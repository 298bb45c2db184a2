import type PDFDocument from 'pdfkit'

type Document = InstanceType<typeof PDFDocument>

export interface StatementPdfColumn {
  /** Points. */
  width: number
  right?: boolean
}

/** A paper that is filled from top to bottom, a new page where one is full. */
export interface StatementPdfWriter {
  fact(name: string, value: string): void
  note(text: string): void
  heading(text: string): void
  /** Draws the head and gives what draws a row; the head stands again on each new page. */
  table(columns: readonly StatementPdfColumn[], head: readonly string[]): (cells: readonly string[]) => void
  /** Writes the foot of every page, once all are there. */
  foot(words: (page: number, pages: number) => string): void
}

const left = 40
const right = 555
const top = 40
const bottom = 790
const rowHeight = 15
const ink = '#16222e'
const quiet = '#4a5866'
const hairline = '#d9d2c4'

/** `label` stands at the top of every page in its own colour. */
export function createStatementPdfWriter(document: Document, title: string, label: string | undefined): StatementPdfWriter {
  let y = top
  /** One line, made smaller where its room is too narrow: nothing is ever cut. */
  const line = (text: string, x: number, width: number, size: number, { colour = ink, toRight = false } = {}): void => {
    if (text === '') return
    document.fontSize(size)
    const natural = document.widthOfString(text)
    const fitted = natural > width ? size * (width / natural) * 0.995 : size
    document.fontSize(fitted)
    const used = Math.min(natural, width)
    document.fillColor(colour).text(text, toRight ? x + width - used : x, y + (size - fitted) * 0.7, { lineBreak: false })
  }
  const rule = (): void => {
    document.moveTo(left, y).lineTo(right, y).lineWidth(0.5).strokeColor(hairline).stroke()
  }
  const banner = (): void => {
    line(title, left, 330, 9, { colour: quiet })
    if (label) line(label, left + 330, right - left - 330, 9, { colour: '#4b3480', toRight: true })
    y += 18
    rule()
    y += 12
  }
  const nextPage = (): void => {
    document.addPage()
    y = top
    banner()
  }
  const row = (columns: readonly StatementPdfColumn[], cells: readonly string[], colour: string): void => {
    let x = left
    columns.forEach((column, at) => {
      line(cells[at] ?? '', x, column.width - 6, 8, { colour, toRight: column.right === true })
      x += column.width
    })
    y += rowHeight
  }
  banner()
  return {
    fact: (name, value) => {
      line(name, left, 150, 9, { colour: quiet })
      line(value, left + 155, right - left - 155, 9)
      y += rowHeight
    },
    note: (text) => {
      y += 3
      line(text, left, right - left, 8, { colour: quiet })
      y += rowHeight
    },
    heading: (text) => {
      if (y + 5 * rowHeight > bottom) nextPage()
      else y += 14
      line(text, left, right - left, 12)
      y += 22
    },
    table: (columns, head) => {
      const begin = (): void => {
        row(columns, head, quiet)
        rule()
        y += 4
      }
      begin()
      return (cells) => {
        if (y + rowHeight > bottom) {
          nextPage()
          begin()
        }
        row(columns, cells, ink)
      }
    },
    foot: (words) => {
      const { start, count } = document.bufferedPageRange()
      for (let page = 0; page < count; page++) {
        document.switchToPage(start + page)
        y = 808
        line(words(page + 1, count), left, right - left, 8, { colour: quiet, toRight: true })
      }
    },
  }
}

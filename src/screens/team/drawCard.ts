import { encode } from 'uqr'

interface CardWords {
  inviteCode: string
  link: string
  promise: string
  /** The name of the code. */
  code: string
  /** '' where there is nothing to say. */
  note: string
}

const [width, height, margin] = [900, 1200, 72]

/** Draws an invitation in the colours of the theme; its code is dark on white in both. */
export async function drawInvitationCard(canvas: HTMLCanvasElement, words: CardWords): Promise<void> {
  await document.fonts.ready
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) return
  const style = getComputedStyle(canvas)
  const colour = (name: string) => style.getPropertyValue(`--color-${name}`)
  const font = (size: number, weight = 400) => {
    context.font = `${weight} ${size}px ${style.fontFamily}`
  }
  context.fillStyle = colour('bg')
  context.fillRect(0, 0, width, height)
  context.textAlign = 'center'
  context.fillStyle = colour('primary')
  font(76, 600)
  context.fillText('Fairlead', width / 2, 150)
  context.strokeStyle = colour('primary')
  context.lineWidth = 3
  context.beginPath()
  context.moveTo(width / 2 - 120, 190)
  context.lineTo(width / 2 + 120, 190)
  context.stroke()
  context.fillStyle = colour('ink-2')
  font(36)
  wrapText(context, words.promise, width - 2 * margin).forEach((text, at) => context.fillText(text, width / 2, 260 + at * 48))
  drawCode(context, words.link, { x: width / 2 - 230, y: 380, size: 460 })
  context.fillStyle = colour('ink-3')
  font(30)
  context.fillText(words.code, width / 2, 920)
  context.fillStyle = colour('ink')
  font(68, 600)
  context.fillText([...words.inviteCode].join('\u2009'), width / 2, 1000)
  context.fillStyle = colour('ink-2')
  font(28)
  context.fillText(words.link.replace(/^https?:\/\//, ''), width / 2, 1062, width - 2 * margin)
  context.fillStyle = colour('brass')
  font(28)
  context.fillText(words.note, width / 2, 1136, width - 2 * margin)
}

function drawCode(context: CanvasRenderingContext2D, text: string, { x, y, size }: { x: number; y: number; size: number }): void {
  const { data, size: modules } = encode(text, { ecc: 'M', border: 4 })
  context.fillStyle = 'white'
  context.fillRect(x, y, size, size)
  context.fillStyle = 'black'
  // Whole pixels, so that no hairline shows between two squares.
  const at = (index: number) => Math.round((index * size) / modules)
  data.forEach((row, line) =>
    row.forEach((isDark, column) => {
      if (isDark) context.fillRect(x + at(column), y + at(line), at(column + 1) - at(column), at(line + 1) - at(line))
    }),
  )
}

/** Broken between words; where a language writes none, between letters. */
function wrapText(context: CanvasRenderingContext2D, text: string, maxWidth: number): string[] {
  const parts = text.includes(' ') ? text.split(/(?<= )/) : [...text]
  const wrappedLines: string[] = []
  for (const part of parts) {
    const last = wrappedLines.at(-1)
    if (last !== undefined && context.measureText(last + part).width <= maxWidth) wrappedLines[wrappedLines.length - 1] = last + part
    else wrappedLines.push(part)
  }
  return wrappedLines
}

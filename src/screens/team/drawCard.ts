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
export async function drawCard(canvas: HTMLCanvasElement, words: CardWords): Promise<void> {
  await document.fonts.ready
  Object.assign(canvas, { width, height })
  const pen = canvas.getContext('2d')
  if (!pen) return
  const style = getComputedStyle(canvas)
  const colour = (name: string) => style.getPropertyValue(`--color-${name}`)
  const font = (size: number, weight = 400) => {
    pen.font = `${weight} ${size}px ${style.fontFamily}`
  }
  pen.fillStyle = colour('bg')
  pen.fillRect(0, 0, width, height)
  pen.textAlign = 'center'
  pen.fillStyle = colour('primary')
  font(76, 600)
  pen.fillText('Fairlead', width / 2, 150)
  pen.strokeStyle = colour('primary')
  pen.lineWidth = 3
  pen.beginPath()
  pen.moveTo(width / 2 - 120, 190)
  pen.lineTo(width / 2 + 120, 190)
  pen.stroke()
  pen.fillStyle = colour('ink-2')
  font(36)
  lines(pen, words.promise, width - 2 * margin).forEach((text, at) => pen.fillText(text, width / 2, 260 + at * 48))
  drawCode(pen, words.link, { x: width / 2 - 230, y: 380, size: 460 })
  pen.fillStyle = colour('ink-3')
  font(30)
  pen.fillText(words.code, width / 2, 920)
  pen.fillStyle = colour('ink')
  font(68, 600)
  pen.fillText([...words.inviteCode].join('\u2009'), width / 2, 1000)
  pen.fillStyle = colour('ink-2')
  font(28)
  pen.fillText(words.link.replace(/^https?:\/\//, ''), width / 2, 1062, width - 2 * margin)
  pen.fillStyle = colour('brass')
  font(28)
  pen.fillText(words.note, width / 2, 1136, width - 2 * margin)
}

function drawCode(pen: CanvasRenderingContext2D, text: string, { x, y, size }: { x: number; y: number; size: number }): void {
  const { data, size: modules } = encode(text, { ecc: 'M', border: 4 })
  pen.fillStyle = 'white'
  pen.fillRect(x, y, size, size)
  pen.fillStyle = 'black'
  // Whole pixels, so that no hairline shows between two squares.
  const at = (index: number) => Math.round((index * size) / modules)
  data.forEach((row, line) =>
    row.forEach((isDark, column) => {
      if (isDark) pen.fillRect(x + at(column), y + at(line), at(column + 1) - at(column), at(line + 1) - at(line))
    }),
  )
}

/** Broken between words; where a language writes none, between letters. */
function lines(pen: CanvasRenderingContext2D, text: string, most: number): string[] {
  const parts = text.includes(' ') ? text.split(/(?<= )/) : [...text]
  const made: string[] = []
  for (const part of parts) {
    const last = made.at(-1)
    if (last !== undefined && pen.measureText(last + part).width <= most) made[made.length - 1] = last + part
    else made.push(part)
  }
  return made
}

/** What a picture of one's place says; never a balance. */
export interface CompetitionRankCardText {
  name: string
  place: string
  rate: string
  tone: 'rise' | 'fall' | undefined
  when: string
  note: string
}

const side = 1080
const rulePx = 90

/** One's place as a picture in the colours of the app, for places where a link is not drawn; undefined where it cannot be made. */
export async function drawCompetitionRankCardFile({
  name,
  place,
  rate,
  tone,
  when,
  note,
}: CompetitionRankCardText): Promise<File | undefined> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = side
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  const style = getComputedStyle(document.documentElement)
  const colour = (token: string): string => style.getPropertyValue(`--color-${token}`)
  pen.fillStyle = colour('bg')
  pen.fillRect(0, 0, side, side)
  pen.fillStyle = colour('hairline')
  for (let y = rulePx; y < side; y += rulePx) pen.fillRect(0, y, side, 2)
  pen.strokeStyle = colour('violet-frame')
  pen.lineWidth = 12
  pen.strokeRect(6, 6, side - 12, side - 12)
  pen.textAlign = 'center'
  const write = (text: string, y: number, px: number, weight: number, token: string): void => {
    pen.fillStyle = colour(token)
    const font = (size: number): string => `${weight} ${size}px ${style.getPropertyValue('--font-sans')}`
    pen.font = font(px)
    // Long names in any language stay on one line.
    pen.font = font(Math.floor(px * Math.min(1, (side - 160) / pen.measureText(text).width)))
    pen.fillText(text, side / 2, y)
  }
  write('Fairlead', 165, 56, 600, 'primary')
  write(name, 345, 64, 600, 'ink')
  write(place, 525, 130, 600, 'ink')
  write(rate, 705, 110, 600, tone ?? 'ink')
  write(when, 885, 44, 400, 'ink-2')
  write(note, 975, 44, 400, 'ink-2')
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  return blob ? new File([blob], 'fairlead.png', { type: blob.type }) : undefined
}

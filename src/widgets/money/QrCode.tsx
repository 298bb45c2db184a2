import { encode } from 'uqr'
import styles from './QrCode.module.css'

/** Dark squares as one path: a row's neighbours are one stroke, so that no hairline shows between them at any size. */
function pathOf(rows: boolean[][]): string {
  const runs: string[] = []
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const from = x
      while (row[x + 1]) x++
      runs.push(`M${from} ${y}h${x - from + 1}v1H${from}z`)
    }
  })
  return runs.join('')
}

/** The text as a QR code with the quiet zone that cameras need, dark on white in both themes. `label` says to a screen reader what it holds. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  return (
    <svg className={styles.code} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={pathOf(data)} />
    </svg>
  )
}

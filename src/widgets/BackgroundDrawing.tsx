import contour from './contour.svg?no-inline'
import horizon from './horizon.svg?no-inline'

const drawings = {
  contour: { file: contour, viewBox: '0 0 430 416' },
  horizon: { file: horizon, viewBox: '0 0 430 300' },
} as const

interface BackgroundDrawingProps {
  name: keyof typeof drawings
  className: string | undefined
}

/**
 * Lines behind a screen, in the colour of the text around them, as wide as their place and cut at its bottom. Not a mask: a browser takes
 * that for a picture, and one so large for what people wait to see, which are the words.
 */
export function BackgroundDrawing({ name, className }: BackgroundDrawingProps) {
  const { file, viewBox } = drawings[name]
  return (
    <svg className={className} viewBox={viewBox} preserveAspectRatio="xMidYMin slice" aria-hidden="true">
      <use href={`${file}#lines`} />
    </svg>
  )
}

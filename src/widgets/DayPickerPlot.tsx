import type { PointerEvent, ReactNode } from 'react'
import { joinClassNames } from '#ui/classes.ts'
import plot from '#ui/plot.module.css'

/** How wide a picture of days is drawn, whatever it is on the screen. */
export const dayPickerPlotViewBoxWidth = 320

interface DayPlotProps {
  /** What the picture shows. */
  label: string
  /** The chosen day in words. */
  valueText: string
  count: number
  chosen: number
  onChoose: (index: number) => void
  height: number
  /** Says how high it is on the screen. */
  className?: string | undefined
  /** The first and the last day in words, below the picture. */
  ends?: readonly [string, string] | undefined
  /** What is drawn, each day as wide as the others. */
  children: ReactNode
}

/** A picture of days of which one is chosen, by a finger in the picture or by the arrow keys. */
export function DayPickerPlot({ label, valueText, count, chosen, onChoose, height, className, ends, children }: DayPlotProps) {
  const last = count - 1
  const choose = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    onChoose(Math.max(0, Math.min(last, Math.floor(((event.clientX - box.left) / box.width) * count))))
  }
  return (
    <>
      <div className={joinClassNames('focusRing', plot.plot, className)}>
        <svg
          viewBox={`0 0 ${dayPickerPlotViewBoxWidth} ${height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
          onPointerDown={choose}
          onPointerMove={(event) => event.buttons > 0 && choose(event)}
        >
          {children}
        </svg>
        <input
          className={plot.pick}
          type="range"
          min={0}
          max={last}
          value={chosen}
          aria-label={label}
          aria-valuetext={valueText}
          onChange={(event) => onChoose(Number(event.target.value))}
        />
      </div>
      {ends && (
        <div className={plot.ends} aria-hidden="true">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </div>
      )}
    </>
  )
}

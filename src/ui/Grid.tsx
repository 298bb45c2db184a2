import type { ElementType } from 'react'
import { joinClassNames } from './classes.ts'
import { type GapProps, joinGapClasses, type PrimitiveProps } from './primitives/props.ts'

interface GridOptions extends GapProps {
  /** `fit` is as many as the pane holds, on a phone or beside another pane. */
  columns?: 2 | 'fit'
  align?: 'start'
  /** Each part, and its words, in the middle. */
  center?: boolean
}

/** Parts in cells: one column, which is never narrower than its widest word, unless said otherwise. */
export function Grid<E extends ElementType = 'div'>(props: PrimitiveProps<E, GridOptions>) {
  const { as: Element = 'div', columns, align, center, gap, rowGap, className, ...rest } = props as PrimitiveProps<'div', GridOptions>
  const classes = joinClassNames(
    'grid',
    columns && `columns-${columns}`,
    align && `align-${align}`,
    center && 'center',
    joinGapClasses({ gap, rowGap }),
    className,
  )
  return <Element {...rest} className={classes} />
}

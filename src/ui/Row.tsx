import type { ElementType } from 'react'
import { joinClassNames } from './classes.ts'
import { type GapProps, joinGapClasses, type PrimitiveProps } from './primitives/props.ts'

interface RowOptions extends GapProps {
  align?: 'start' | 'center' | 'baseline'
  justify?: 'between'
  /** What finds no room goes to a line of its own. */
  wrap?: boolean
}

/** Parts beside each other, each as wide as what is in it. */
export function Row<E extends ElementType = 'div'>(props: PrimitiveProps<E, RowOptions>) {
  const { as: Element = 'div', align, justify, wrap, gap, rowGap, className, ...rest } = props as PrimitiveProps<'div', RowOptions>
  const classes = [wrap && 'wrap', align && `align-${align}`, justify && `justify-${justify}`, joinGapClasses({ gap, rowGap })]
  return <Element {...rest} className={joinClassNames('row', ...classes, className)} />
}

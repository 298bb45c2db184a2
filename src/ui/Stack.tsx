import type { ElementType } from 'react'
import { joinClassNames } from './classes.ts'
import { type GapProps, joinGapClasses, type PrimitiveProps } from './primitives/props.ts'

/** Parts one below the other, each as wide as the whole. */
export function Stack<E extends ElementType = 'div'>(props: PrimitiveProps<E, GapProps>) {
  const { as: Element = 'div', gap, rowGap, className, ...rest } = props as PrimitiveProps<'div', GapProps>
  return <Element {...rest} className={joinClassNames('stack', joinGapClasses({ gap, rowGap }), className)} />
}

import type { ComponentProps, ElementType } from 'react'
import { joinClassNames } from '../classes.ts'

/** The props of a primitive beside those of the element or component that it is drawn as. */
export type PrimitiveProps<E extends ElementType, Own> = Own & { as?: E } & Omit<ComponentProps<E>, keyof Own | 'as'>

/** Distances between parts: steps of the scale in tokens.css. */
export interface GapProps {
  gap?: 1 | 2 | 3 | 4 | 5 | undefined
  /** Where lines stand closer than what is in one. */
  rowGap?: 0 | 1 | 2 | undefined
}

/** Class names of the distances (primitives.css). */
export const joinGapClasses = ({ gap, rowGap }: GapProps): string =>
  joinClassNames(gap !== undefined && `gap-${gap}`, rowGap !== undefined && `row-gap-${rowGap}`)

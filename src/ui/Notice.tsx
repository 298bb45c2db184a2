import type { ElementType } from 'react'
import { joinClassNames } from './classes.ts'
import type { PrimitiveProps } from './primitives/props.ts'

interface NoticeOptions {
  /** `brass` is what to know before one agrees, such as the worst loss; the others say how good or bad it is. */
  tone: 'brass' | 'info' | 'warn' | 'error'
}

/** A box of words that stands out from what is around. */
export function Notice<E extends ElementType = 'p'>(props: PrimitiveProps<E, NoticeOptions>) {
  const { as: Element = 'p', tone, className, ...rest } = props as PrimitiveProps<'p', NoticeOptions>
  return <Element {...rest} className={joinClassNames('notice', `notice-${tone}`, tone !== 'brass' && `tone-${tone}`, className)} />
}

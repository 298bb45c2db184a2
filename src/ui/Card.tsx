import type { ComponentProps } from 'react'
import styles from './Card.module.css'
import { joinClassNames } from './classes.ts'

export interface CardProps extends ComponentProps<'div'> {
  /** `demo` is the violet frame of play money. */
  tone?: 'plain' | 'demo' | 'warn'
  /** Without inner space, for lists that run edge to edge. */
  flush?: boolean
}

/** For what looks like a padded card and is something else. */
export const cardClasses = joinClassNames(styles.card, styles.padded)

export function Card({ tone = 'plain', flush = false, className, ...rest }: CardProps) {
  return <div {...rest} className={joinClassNames(styles.card, styles[tone], !flush && styles.padded, className)} />
}

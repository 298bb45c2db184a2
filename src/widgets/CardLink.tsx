import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { cardClasses } from '#ui/Card.tsx'
import { joinClassNames } from '#ui/classes.ts'
import styles from './CardLink.module.css'

interface AnchorProps extends ComponentProps<'a'> {
  /** More room between its parts. */
  loose?: boolean
}

function Anchor({ loose = false, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={joinClassNames(cardClasses, styles.link, loose && styles.loose)}>
      {children}
    </a>
  )
}

/** A card that opens a screen. */
export const CardLink = createLink(Anchor)

import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { type ButtonLook, buttonClasses } from '#ui/Button.tsx'
import { classes } from '#ui/classes.ts'

type AnchorProps = ButtonLook & ComponentProps<'a'>

function Anchor({ kind, size, wide, className, children, ...rest }: AnchorProps) {
  const look = { ...(kind && { kind }), ...(size && { size }), ...(wide && { wide }) }
  return (
    <a {...rest} className={classes(buttonClasses(look), className)}>
      {children}
    </a>
  )
}

/** A link to a screen that looks like a button. */
export const ButtonLink = createLink(Anchor)

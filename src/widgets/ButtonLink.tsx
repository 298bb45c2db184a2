import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { type ButtonVariant, buttonClassesOf } from '#ui/Button.tsx'
import { joinClassNames } from '#ui/classes.ts'

type AnchorProps = ButtonVariant & ComponentProps<'a'>

function Anchor({ kind, size, wide, className, children, ...rest }: AnchorProps) {
  const variant = { ...(kind && { kind }), ...(size && { size }), ...(wide && { wide }) }
  return (
    <a {...rest} className={joinClassNames(buttonClassesOf(variant), className)}>
      {children}
    </a>
  )
}

/** A link to a screen that looks like a button. */
export const ButtonLink = createLink(Anchor)

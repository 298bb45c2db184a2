import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { iconButtonClass } from '#ui/IconButton.tsx'

interface AnchorProps extends Omit<ComponentProps<'a'>, 'children'> {
  icon: ReactNode
  /** What the screen reader says; also the tooltip. */
  label: string
}

const Anchor = ({ icon, label, ...rest }: AnchorProps) => (
  <a {...rest} className={iconButtonClass} aria-label={label} title={label}>
    {icon}
  </a>
)

/** A link to a screen as an icon: beside a title there is no room for words. */
export const IconLink = createLink(Anchor)

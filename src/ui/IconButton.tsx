import type { ComponentProps, ReactNode } from 'react'
import { joinClassNames } from './classes.ts'
import styles from './IconButton.module.css'

export interface IconButtonProps extends ComponentProps<'button'> {
  icon: ReactNode
  /** What the screen reader says; also the tooltip. */
  label: string
}

/** For links that look the same. */
export const iconButtonClass = styles.button

/** A 44 px target around a 24 px icon. */
export function IconButton({ icon, label, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} className={joinClassNames(styles.button, className)} aria-label={label} title={label}>
      {icon}
    </button>
  )
}

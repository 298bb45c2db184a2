import type { ComponentProps } from 'react'
import { WarningIcon } from '../icons/icons.tsx'
import styles from './FieldError.module.css'

/** What is wrong with a field and what to do about it, with a sign beside the colour. */
export function FieldError({ children, ...rest }: Omit<ComponentProps<'p'>, 'className'>) {
  return (
    <p {...rest} className={styles.error}>
      {children && <WarningIcon />}
      {children && <span>{children}</span>}
    </p>
  )
}

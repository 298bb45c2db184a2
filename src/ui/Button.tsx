import { type ComponentProps, useId } from 'react'
import styles from './Button.module.css'
import { joinClassNames } from './classes.ts'

type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger' | 'long' | 'short'
type ButtonSize = 'large' | 'medium' | 'small'

export interface ButtonVariant {
  kind?: ButtonKind
  size?: ButtonSize
  wide?: boolean
}

/** The classes of a button, for things that look like one (a link). */
export const buttonClassesOf = ({ kind = 'primary', size = 'medium', wide = false }: ButtonVariant): string =>
  joinClassNames(styles.button, styles[kind], styles[size], wide && styles.wide)

export interface ButtonProps extends ButtonVariant, ComponentProps<'button'> {
  /** Work is under way: the label stays, a waterline runs, presses do nothing. */
  busy?: boolean
  /** Why it cannot be pressed; shown beneath and read out while `disabled`. */
  reason?: string | undefined
}

export function Button({
  kind,
  size,
  wide,
  busy = false,
  disabled = false,
  reason,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const reasonId = useId()
  const hasReason = disabled && reason !== undefined && reason !== ''
  const isInactive = disabled || busy
  const button = (
    <button
      {...rest}
      type={hasReason || busy ? 'button' : type}
      className={joinClassNames(buttonClassesOf({ ...(kind && { kind }), ...(size && { size }), ...(wide && { wide }) }), className)}
      // A button that explains itself stays reachable by keyboard and screen reader.
      disabled={disabled && !hasReason}
      aria-disabled={isInactive || undefined}
      aria-busy={busy || undefined}
      aria-describedby={hasReason ? reasonId : rest['aria-describedby']}
      onClick={isInactive ? (event) => event.preventDefault() : onClick}
    >
      <span className={styles.label}>{children}</span>
      {busy && <span className={styles.waterline} aria-hidden="true" />}
    </button>
  )
  if (!hasReason) return button
  return (
    <span className={joinClassNames(styles.explained, wide && styles.wide)}>
      {button}
      <span id={reasonId} className={styles.reason}>
        {reason}
      </span>
    </span>
  )
}

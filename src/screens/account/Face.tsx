import { useState } from 'react'
import type { User } from '#contract/calls/account.ts'
import { classes } from '#ui/classes.ts'
import styles from './Face.module.css'

/** The person's picture; their first letter where there is none, it is too old an address, or nothing is reached. */
export function Face({ user: { avatar, nickname }, large = false }: { user: User; large?: boolean }) {
  const [failed, setFailed] = useState<string>()
  const isPicture = avatar !== undefined && avatar !== '' && avatar !== failed
  return (
    <span className={classes(styles.face, large && styles.large)} aria-hidden="true">
      {isPicture ? <img src={avatar} alt="" onError={() => setFailed(avatar)} /> : [...nickname][0]}
    </span>
  )
}

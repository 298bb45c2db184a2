import { useState } from 'react'
import type { User } from '#contract/calls/account.ts'
import { joinClassNames } from '#ui/classes.ts'
import styles from './Avatar.module.css'

/** The person's picture; their first letter where there is none, it is too old an address, or nothing is reached. */
export function Avatar({ user: { avatar, nickname }, large = false }: { user: User; large?: boolean }) {
  const [failed, setFailed] = useState<string>()
  const isPicture = avatar !== undefined && avatar !== '' && avatar !== failed
  return (
    <span className={joinClassNames(styles.face, large && styles.large)} aria-hidden="true">
      {isPicture ? <img src={avatar} alt="" onError={() => setFailed(avatar)} /> : [...nickname][0]}
    </span>
  )
}

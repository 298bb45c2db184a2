import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#api/apiError.ts'
import { useCommonConfig } from '#api/commonConfig.ts'
import { query } from '#api/query.ts'
import { settings } from '#contract/calls/settings.ts'
import { teamRebateRate } from '#contract/constants.ts'
import { formatShare } from '#i18n/number.ts'
import { TextField } from '#ui/TextField.tsx'
import styles from './SignIn.module.css'

interface InviteFieldProps {
  value: string
  onChange(code: string): void
  /** It came with the link that was followed. */
  isLinked: boolean
  error: string | undefined
}

/** The invitation code, which nobody needs; with one, what it means is said before anything is agreed to. */
export function InviteField({ value, onChange, isLinked, error }: InviteFieldProps) {
  const { t } = useLingui()
  const [isAsked, setAsked] = useState(false)
  const link = useQuery({ ...query(settings.shortLink, { code: value }), enabled: isLinked, staleTime: Infinity, retry: false })
  const isUnknown =
    isLinked &&
    (link.data ? !link.data.valid || link.data.type !== 'invite' : link.error instanceof ApiError && link.error.key === 'NOT_FOUND')
  const rate = formatShare(useCommonConfig()?.teamRebateRate ?? teamRebateRate, 0)
  return (
    <div id="register-inviteCode" className={styles.invite}>
      {isAsked || value !== '' ? (
        <TextField
          label={t`Invitation code (optional)`}
          value={value}
          onChange={(text) => {
            setAsked(true)
            onChange(text.toUpperCase().replace(/\s/g, ''))
          }}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={error ?? (isUnknown ? t`This invitation is not valid. Leave the field empty to go on without.` : undefined)}
        />
      ) : (
        <button type="button" className={styles.textButton} aria-expanded="false" onClick={() => setAsked(true)}>
          <Trans>I have an invitation code (optional)</Trans>
        </button>
      )}
      {value !== '' && !isUnknown && (
        <p className={styles.notice} role="note">
          <Trans>
            Whoever invited you gets {rate} of the trading fees you pay, for twelve months. You pay nothing more for it. They see when you
            joined and your address half hidden. Empty the field to join without.
          </Trans>
        </p>
      )}
    </div>
  )
}

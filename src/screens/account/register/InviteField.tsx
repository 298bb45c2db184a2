import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#api/apiError.ts'
import { useCommonConfig } from '#api/commonConfig.ts'
import { apiReadQuery } from '#api/query.ts'
import { settings } from '#contract/calls/settings.ts'
import { inviterFeeRebateRate } from '#contract/constants.ts'
import { formatPercent } from '#i18n/number.ts'
import { TextField } from '#ui/fields/TextField.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Notice } from '#ui/Notice.tsx'
import styles from '../signIn/SignIn.module.css'

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
  const link = useQuery({ ...apiReadQuery(settings.shortLink, { code: value }), enabled: isLinked, staleTime: Infinity, retry: false })
  const isUnknown =
    isLinked &&
    (link.data ? !link.data.valid || link.data.type !== 'invite' : link.error instanceof ApiError && link.error.key === 'NOT_FOUND')
  const rate = formatPercent(useCommonConfig()?.teamRebateRate ?? inviterFeeRebateRate, 0)
  return (
    <Grid id="register-inviteCode" gap={2} className={styles.invite}>
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
        <Notice tone="info" className={styles.notice} role="note">
          <Trans>
            Whoever invited you gets {rate} of the trading fees you pay, for twelve months. You pay nothing more for it. They see when you
            joined and your address half hidden. Empty the field to join without.
          </Trans>
        </Notice>
      )}
    </Grid>
  )
}

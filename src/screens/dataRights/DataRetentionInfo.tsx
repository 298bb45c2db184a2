import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Card } from '#ui/Card.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './DataRights.module.css'

interface RetentionLine {
  key: string
  what: ReactNode
  why: ReactNode
  long: ReactNode
}

const whileOpen = <Trans>As long as the account exists</Trans>
const fiveYears = <Trans>Five years after you leave, under a number: the law against money laundering asks for it</Trans>

const lines: readonly RetentionLine[] = [
  {
    key: 'address',
    what: <Trans>Email, mobile number, country, settings</Trans>,
    why: <Trans>To let you in, follow the rules of your country and show the app your way</Trans>,
    long: whileOpen,
  },
  {
    key: 'keys',
    what: <Trans>Fingerprints of your passwords, the public part of passkeys and wallets</Trans>,
    why: <Trans>To recognise you. None of them can be read back.</Trans>,
    long: whileOpen,
  },
  {
    key: 'ledger',
    what: <Trans>Orders, balance records, deposits and withdrawals</Trans>,
    why: <Trans>They are your account, and the proof of it</Trans>,
    long: fiveYears,
  },
  {
    key: 'papers',
    what: <Trans>Identity papers, and what you wrote with them</Trans>,
    why: <Trans>To verify you. They are kept encrypted.</Trans>,
    long: fiveYears,
  },
  {
    key: 'devices',
    what: <Trans>Devices and sign-ins</Trans>,
    why: <Trans>So that you can see them and end what is not yours</Trans>,
    long: <Trans>Half a year</Trans>,
  },
  {
    key: 'words',
    what: <Trans>Messages, tickets and their pictures</Trans>,
    why: <Trans>To tell you what happened and to help</Trans>,
    long: whileOpen,
  },
]

/** What is kept, why, and for how long, in plain words. */
export function DataRetentionInfo() {
  return (
    <Card flush>
      <ul>
        {lines.map(({ key, what, why, long }) => (
          <Grid as="li" key={key} gap={1} className={styles.kept}>
            <p className={styles.what}>{what}</p>
            <Text tone="muted">{why}</Text>
            <Text tone="quiet">{long}</Text>
          </Grid>
        ))}
      </ul>
    </Card>
  )
}

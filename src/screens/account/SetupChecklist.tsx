import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { apiReadQuery } from '#api/query.ts'
import type { User } from '#contract/calls/account.ts'
import { deposits } from '#contract/calls/deposits.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { CheckIcon } from '#ui/icons/icons.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Section } from '#ui/Section.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import styles from './Me.module.css'

/** What is still to be done before money can come and go; gone once it all is. Guests have no real book to set up. */
export function SetupChecklist({ user }: { user: User }) {
  const { t } = useLingui()
  const { data: firstDeposit } = useQuery({
    ...apiReadQuery(deposits.deposits, { pageNo: 1, pageSize: 1 }),
    enabled: user.isGuest !== 1,
    staleTime: 60_000,
  })
  const steps = [
    { to: path.verification, isDone: user.kycStatus > 0, title: t`Verify your identity`, why: t`Needed before money can come in or out` },
    {
      to: path.security,
      isDone: user.googleBind === 1 || user.passkeyCount > 0,
      title: t`Add a second factor`,
      why: t`An authenticator or a passkey`,
    },
    {
      to: path.changeWithdrawalPassword,
      isDone: user.hasSafePassword === 1,
      title: t`Set a withdrawal password`,
      why: t`Asked for whenever money leaves`,
    },
    { to: path.deposit, isDone: (firstDeposit?.total ?? 0) > 0, title: t`Make a first deposit`, why: t`To your own address` },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  const all = steps.length
  // Whether money came in is not known yet: a list that appears for a moment and goes again is worse than one that comes late.
  const isShown = user.isGuest !== 1 && firstDeposit !== undefined && done < all
  const list = useOpenFromHash(isShown)
  if (!isShown) return null
  return (
    <div ref={list} tabIndex={-1} className={styles.setup}>
      <Section title={t`Get started`} action={<span className={styles.quiet}>{t`${done} of ${all} done`}</span>}>
        <Card flush>
          <ProgressBar label={t`Setting up`} value={done / all} />
          {steps.map(({ to, isDone, title, why }) =>
            isDone ? (
              <ListRow
                key={to}
                leading={<CheckIcon />}
                title={<span className={styles.quiet}>{title}</span>}
                trailing={
                  <span className="visuallyHidden">
                    <Trans>done</Trans>
                  </span>
                }
              />
            ) : (
              <RowLink key={to} to={to} leading={<span className={styles.todo} aria-hidden="true" />} title={title} subtitle={why} />
            ),
          )}
        </Card>
      </Section>
    </div>
  )
}

/** What a link to `#setup` is about: brought into sight and focused once it is there. */
function useOpenFromHash(isShown: boolean) {
  const isRequestedByHash = useLocation({ select: ({ hash }) => hash === 'setup' })
  const target = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isShown || !isRequestedByHash) return
    // After the router has put the screen to its top.
    const timer = setTimeout(() => {
      target.current?.scrollIntoView({ block: 'start' })
      target.current?.focus({ preventScroll: true })
    })
    return () => clearTimeout(timer)
  }, [isShown, isRequestedByHash])
  return target
}

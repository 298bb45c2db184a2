import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { query } from '#api/query.ts'
import type { User } from '#contract/calls/account.ts'
import { deposits } from '#contract/calls/deposits.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Check } from '#ui/icons.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Progress } from '#ui/Progress.tsx'
import { Section } from '#ui/Section.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import styles from './Me.module.css'

/** What is still to be done before money can come and go; gone once it all is. Guests have no real book to set up. */
export function SetupChecklist({ user }: { user: User }) {
  const { t } = useLingui()
  const { data: moneyIn } = useQuery(query(deposits.deposits, { pageNo: 1, pageSize: 1 }))
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
    { to: path.deposit, isDone: (moneyIn?.total ?? 0) > 0, title: t`Make a first deposit`, why: t`To your own address` },
  ]
  const done = steps.filter(({ isDone }) => isDone).length
  const all = steps.length
  // Whether money came in is not known yet: a list that appears for a moment and goes again is worse than one that comes late.
  const isShown = user.isGuest !== 1 && moneyIn !== undefined && done < all
  const list = useAskedFor(isShown)
  if (!isShown) return null
  return (
    <div ref={list} tabIndex={-1} className={styles.setup}>
      <Section title={t`Get started`} action={<span className={styles.quiet}>{t`${done} of ${all} done`}</span>}>
        <Card flush>
          <Progress label={t`Setting up`} value={done / all} />
          {steps.map(({ to, isDone, title, why }) =>
            isDone ? (
              <ListRow
                key={to}
                leading={<Check />}
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
function useAskedFor(isShown: boolean) {
  const isAsked = useLocation({ select: ({ hash }) => hash === 'setup' })
  const target = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isShown || !isAsked) return
    // After the router has put the screen to its top.
    const later = setTimeout(() => {
      target.current?.scrollIntoView({ block: 'start' })
      target.current?.focus({ preventScroll: true })
    })
    return () => clearTimeout(later)
  }, [isShown, isAsked])
  return target
}

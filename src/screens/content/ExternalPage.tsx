import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { systemSettingsQuery } from '#api/person.ts'
import { path } from '#sitemap'
import { buttonClasses } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Warning } from '#ui/icons.tsx'
import { External } from '#ui/moreIcons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import styles from './ExternalPage.module.css'
import { isVouchedFor } from './isVouchedFor.ts'
import { type OutsideTarget, outsideTarget } from './outsideTarget.ts'

export const Route = createFileRoute('/outlink')({
  component: ExternalPage,
  validateSearch: (search: Record<string, unknown>): { url: string } => ({ url: typeof search['url'] === 'string' ? search['url'] : '' }),
})

/** Between us and another site: shows where a link leads before it is followed, unless the house vouches for it (product §4.2 row 5). */
function ExternalPage() {
  const { t } = useLingui()
  const { url } = Route.useSearch()
  const router = useRouter()
  const target = outsideTarget(url, location.origin, path.externalPage)
  const inside = target.kind === 'inside' ? target.href : undefined
  useEffect(() => {
    if (inside !== undefined) router.history.replace(inside)
  }, [inside, router])
  if (inside !== undefined) return null
  return (
    <ScreenLayout title={target.kind === 'outside' ? t`Leaving Fairlead` : t`Link not opened`} back>
      {target.kind === 'outside' ? <Outside key={url} link={url} target={target} /> : <Refused />}
    </ScreenLayout>
  )
}

type Outside = Extract<OutsideTarget, { kind: 'outside' }>

const patienceMs = 3_000

/** Decided once, by what is known first or after a moment: nobody who reads the warning is taken away from it. */
function Outside({ link, target }: { link: string; target: Outside }) {
  const { data, isPending } = useQuery(systemSettingsQuery())
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  if (isPending && !isLate) return <Skeleton lines={6} />
  return <Decided isVouched={isVouchedFor(link, data?.vouchedHosts ?? [])} target={target} />
}

function Decided({ isVouched, target }: { isVouched: boolean; target: Outside }) {
  const [opens, setOpens] = useState(() => isVouched && navigator.onLine)
  useEffect(() => {
    if (!opens) return
    // In place of this page: the way back does not end here again.
    location.replace(target.href)
    // Where the page stays (another window came over it, or what opened was no page), it says where the link leads.
    const timer = setTimeout(() => setOpens(false), patienceMs)
    return () => clearTimeout(timer)
  }, [opens, target.href])
  return opens ? <Skeleton lines={6} /> : <Leaving target={target} />
}

function Leaving({ target }: { target: Outside }) {
  return (
    <div className={styles.page}>
      <p>
        <Trans>This link leads to another site. We do not run it and cannot vouch for it.</Trans>
      </p>
      <Card>
        <p className={styles.label}>
          <Trans>Site</Trans>
        </p>
        <p className={styles.host}>
          <bdi>{target.host}</bdi>
        </p>
        <p className={styles.label}>
          <Trans>Whole address</Trans>
        </p>
        <p className={styles.address}>{target.href}</p>
      </Card>
      <ul className={styles.warnings}>
        {!target.isEncrypted && (
          <li>
            <Warning />
            <Trans>The connection to this site is not encrypted: others on the way can read and change it.</Trans>
          </li>
        )}
        {target.isRewritten && (
          <li>
            <Warning />
            <Trans>
              The name contains letters of another script, which can look like a name you know. This is how it is really written.
            </Trans>
          </li>
        )}
        <li>
          <Warning />
          <Trans>Never enter your Fairlead password or a code there, and never send money because a page asks for it.</Trans>
        </li>
      </ul>
      <a href={target.href} target="_blank" rel="noopener noreferrer" className={buttonClasses({ kind: 'secondary', wide: true })}>
        <span className={styles.open}>
          <Trans>Open in a new tab</Trans>
          <External />
        </span>
      </a>
    </div>
  )
}

function Refused() {
  const { t } = useLingui()
  return (
    <Empty
      text={t`This link is not a web address that we open. Nothing was opened.`}
      action={
        <ButtonLink to={path.home} kind="secondary">
          <Trans>Go to Home</Trans>
        </ButtonLink>
      }
    />
  )
}

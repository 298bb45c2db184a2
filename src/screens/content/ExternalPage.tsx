import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { systemSettingsQuery } from '#api/person.ts'
import { path } from '#sitemap'
import { buttonClassesOf } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { WarningIcon } from '#ui/icons/icons.tsx'
import { ExternalLinkIcon } from '#ui/icons/moreIcons.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './ExternalPage.module.css'
import { isTrustedLink } from './isTrustedLink.ts'
import { type ExternalLinkTarget, resolveExternalLinkTarget } from './externalTarget.ts'

export const Route = createFileRoute('/outlink')({
  component: ExternalPage,
  validateSearch: (search: Record<string, unknown>): { url: string } => ({ url: typeof search['url'] === 'string' ? search['url'] : '' }),
})

/** Between us and another site: shows where a link leads before it is followed, unless the house vouches for it. */
function ExternalPage() {
  const { t } = useLingui()
  const { url } = Route.useSearch()
  const router = useRouter()
  const target = resolveExternalLinkTarget(url, location.origin, path.externalPage)
  const internalPath = target.kind === 'inside' ? target.href : undefined
  useEffect(() => {
    if (internalPath !== undefined) router.history.replace(internalPath)
  }, [internalPath, router])
  if (internalPath !== undefined) return null
  return (
    <ScreenLayout title={target.kind === 'outside' ? t`Leaving Fairlead` : t`Link not opened`} back>
      {target.kind === 'outside' ? <ExternalTarget key={url} link={url} target={target} /> : <RefusedLink />}
    </ScreenLayout>
  )
}

type ExternalTarget = Extract<ExternalLinkTarget, { kind: 'outside' }>

const trustTimeoutMs = 3_000

/** Decided once, by what is known first or after a moment: nobody who reads the warning is taken away from it. */
function ExternalTarget({ link, target }: { link: string; target: ExternalTarget }) {
  const { data, isPending } = useQuery(systemSettingsQuery())
  const [hasTimedOut, setTimedOut] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTimedOut(true), trustTimeoutMs)
    return () => clearTimeout(timer)
  }, [])
  if (isPending && !hasTimedOut) return <Skeleton lines={6} />
  return <ExternalLinkDecision isVouched={isTrustedLink(link, data?.vouchedHosts ?? [])} target={target} />
}

function ExternalLinkDecision({ isVouched, target }: { isVouched: boolean; target: ExternalTarget }) {
  const [isOpening, setOpening] = useState(() => isVouched && navigator.onLine)
  useEffect(() => {
    if (!isOpening) return
    // In place of this page: the way back does not end here again.
    location.replace(target.href)
    // Where the page stays (another window came over it, or what opened was no page), it says where the link leads.
    const timer = setTimeout(() => setOpening(false), trustTimeoutMs)
    return () => clearTimeout(timer)
  }, [isOpening, target.href])
  return isOpening ? <Skeleton lines={6} /> : <LeavingWarning target={target} />
}

function LeavingWarning({ target }: { target: ExternalTarget }) {
  return (
    <div className={styles.page}>
      <p>
        <Trans>This link leads to another site. We do not run it and cannot vouch for it.</Trans>
      </p>
      <Card>
        <Text tone="quiet">
          <Trans>Site</Trans>
        </Text>
        <p className={styles.host}>
          <bdi>{target.host}</bdi>
        </p>
        <Text tone="quiet">
          <Trans>Whole address</Trans>
        </Text>
        <p className={styles.address}>{target.href}</p>
      </Card>
      <ul className={styles.warnings}>
        {!target.isEncrypted && (
          <li>
            <WarningIcon />
            <Trans>The connection to this site is not encrypted: others on the way can read and change it.</Trans>
          </li>
        )}
        {target.isRewritten && (
          <li>
            <WarningIcon />
            <Trans>
              The name contains letters of another script, which can look like a name you know. This is how it is really written.
            </Trans>
          </li>
        )}
        <li>
          <WarningIcon />
          <Trans>Never enter your Fairlead password or a code there, and never send money because a page asks for it.</Trans>
        </li>
      </ul>
      <a href={target.href} target="_blank" rel="noopener noreferrer" className={buttonClassesOf({ kind: 'secondary', wide: true })}>
        <span className={styles.open}>
          <Trans>Open in a new tab</Trans>
          <ExternalLinkIcon />
        </span>
      </a>
    </div>
  )
}

function RefusedLink() {
  const { t } = useLingui()
  return (
    <EmptyState
      text={t`This link is not a web address that we open. Nothing was opened.`}
      action={
        <ButtonLink to={path.home} kind="secondary">
          <Trans>Go to Home</Trans>
        </ButtonLink>
      }
    />
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { madeAt } from '#api/age.ts'
import { isUnanswered } from '#api/apiError.ts'
import { query } from '#api/query.ts'
import { useHasToken } from '#api/session.ts'
import { type Consent, consents } from '#contract/calls/consents.ts'
import { type ArticleSummary, content } from '#contract/calls/content.ts'
import { formatDay } from '#i18n/date.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { AgeChip } from '#widgets/AgeChip.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { SavedChip } from '#widgets/SavedChip.tsx'
import { chooseSaved, useSavedArticles } from '#widgets/savedArticles.ts'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { agreementsSearch } from './agreementsSearch.ts'
import { ChangesCard } from './ChangesCard.tsx'
import { DueCard } from './DueCard.tsx'
import styles from './Agreements.module.css'

export const Route = createFileRoute('/agreements')({ component: Agreements, validateSearch: agreementsSearch })

/** What a person agreed to and has to agree to anew, and every agreement with what its versions changed. */
function Agreements() {
  const { t } = useLingui()
  const { id } = Route.useSearch()
  const isSignedIn = useHasToken()
  const mine = useQuery({ ...query(consents.mine, {}), enabled: isSignedIn })
  const due = mine.data?.filter((one) => one.due) ?? []
  return (
    <ScreenLayout
      title={t`Agreements`}
      back={isSignedIn ? path.dataRights : true}
      chips={mine.data && mine.error ? <AgeChip at={madeAt(mine.data, mine.dataUpdatedAt)} /> : undefined}
    >
      <div className={styles.screen}>
        {isSignedIn && !mine.data && mine.error && (
          <FailedRead
            title={t`What you agreed to did not load`}
            error={mine.error}
            busy={mine.isFetching}
            onRetry={() => void mine.refetch()}
          />
        )}
        {due.length > 0 && (
          <p>
            <Trans>
              Something that you agreed to has changed. Before you open or buy anything new, please read what is different. Closing,
              withdrawing and everything you have stay as they are.
            </Trans>
          </p>
        )}
        {due.map((one) => (
          <DueCard key={one.id} consent={one} />
        ))}
        {id !== undefined && !due.some((one) => one.id === id) && <ChangesCard key={id} id={id} />}
        <List agreed={mine.data ?? []} />
      </div>
    </ScreenLayout>
  )
}

/** Every agreement, with the version and when this person agreed to it; without a signal, as this device has them saved. */
function List({ agreed }: { agreed: readonly Consent[] }) {
  const { t } = useLingui()
  const { code } = useLanguage()
  const { data, error, refetch, isFetching } = useQuery(query(content.articles, { kind: 'agreement', pageSize: 20, lang: code }))
  const isSilent = !data && isUnanswered(error)
  const saved = useSavedArticles(isSilent)
  if (data) return data.records.map((article) => <Agreement key={article.id} article={article} agreed={agreed} />)
  if (isSilent && saved.data)
    return (
      <>
        <p>
          <SavedChip at={saved.data.at} />
        </p>
        {chooseSaved(saved.data.articles, { kind: 'agreement' }).map((article) => (
          <Agreement key={article.id} article={article} agreed={agreed} />
        ))}
      </>
    )
  return error && !saved.isLoading ? (
    <FailedRead title={t`The agreements did not load`} error={error} busy={isFetching} onRetry={() => void refetch()} />
  ) : (
    <Skeleton lines={8} />
  )
}

function Agreement({ article, agreed }: { article: ArticleSummary; agreed: readonly Consent[] }) {
  const { t } = useLingui()
  const { id, title, version, updateTime } = article
  const consent = agreed.find((one) => one.id === id)?.agreed
  const since = formatDay(updateTime)
  const [agreedVersion, at] = consent ? [consent.version, formatDay(consent.time)] : []
  return (
    <Section title={title}>
      <Card flush>
        <RowLink
          to={path.article}
          search={{ id }}
          title={t`Version ${version}, since ${since}`}
          subtitle={consent ? t`You agreed to version ${agreedVersion} on ${at}` : undefined}
        />
        <RowLink to={path.agreements} search={{ id }} title={t`What changed`} subtitle={t`Against the version before`} />
      </Card>
    </Section>
  )
}

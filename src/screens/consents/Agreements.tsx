import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { dataAsOf } from '#api/dataAsOf.ts'
import { isUnansweredError } from '#api/apiError.ts'
import { apiReadQuery } from '#api/query.ts'
import { useHasToken } from '#api/session.ts'
import { type AgreementConsent, consents } from '#contract/calls/consents.ts'
import { type ArticleSummary, content } from '#contract/calls/content.ts'
import { formatDate } from '#i18n/date.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { RowLink } from '#widgets/RowLink.tsx'
import { SavedCopyChip } from '#widgets/content/SavedCopyChip.tsx'
import { filterSavedArticles, useSavedArticleBundle } from '#widgets/content/savedArticles.ts'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { readAgreementsSearchParams } from './agreementsSearch.ts'
import { AgreementChangesCard } from './AgreementChangesCard.tsx'
import { PendingConsentCard } from './PendingConsentCard.tsx'
import { Stack } from '#ui/Stack.tsx'

export const Route = createFileRoute('/agreements')({ component: Agreements, validateSearch: readAgreementsSearchParams })

/** What a person agreed to and has to agree to anew, and every agreement with what its versions changed. */
function Agreements() {
  const { t } = useLingui()
  const { id } = Route.useSearch()
  const isSignedIn = useHasToken()
  const consentsQuery = useQuery({ ...apiReadQuery(consents.mine, {}), enabled: isSignedIn })
  const due = consentsQuery.data?.filter((one) => one.due) ?? []
  return (
    <ScreenLayout
      title={t`Agreements`}
      back={isSignedIn ? path.dataRights : true}
      chips={
        consentsQuery.data && consentsQuery.error ? (
          <DataAgeChip at={dataAsOf(consentsQuery.data, consentsQuery.dataUpdatedAt)} />
        ) : undefined
      }
    >
      <Stack gap={5}>
        {isSignedIn && !consentsQuery.data && consentsQuery.error && (
          <LoadErrorState
            title={t`What you agreed to did not load`}
            error={consentsQuery.error}
            busy={consentsQuery.isFetching}
            onRetry={() => void consentsQuery.refetch()}
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
          <PendingConsentCard key={one.id} consent={one} />
        ))}
        {id !== undefined && !due.some((one) => one.id === id) && <AgreementChangesCard key={id} id={id} />}
        <List ownConsents={consentsQuery.data ?? []} />
      </Stack>
    </ScreenLayout>
  )
}

/** Every agreement, with the version and when this person agreed to it; without a signal, as this device has them saved. */
function List({ ownConsents }: { ownConsents: readonly AgreementConsent[] }) {
  const { t } = useLingui()
  const { code } = useLanguage()
  const { data, error, refetch, isFetching } = useQuery(apiReadQuery(content.articles, { kind: 'agreement', pageSize: 20, lang: code }))
  const isUnanswered = !data && isUnansweredError(error)
  const saved = useSavedArticleBundle(isUnanswered)
  if (data) return data.records.map((article) => <Agreement key={article.id} article={article} ownConsents={ownConsents} />)
  if (isUnanswered && saved.data)
    return (
      <>
        <p>
          <SavedCopyChip at={saved.data.at} />
        </p>
        {filterSavedArticles(saved.data.articles, { kind: 'agreement' }).map((article) => (
          <Agreement key={article.id} article={article} ownConsents={ownConsents} />
        ))}
      </>
    )
  return error && !saved.isLoading ? (
    <LoadErrorState title={t`The agreements did not load`} error={error} busy={isFetching} onRetry={() => void refetch()} />
  ) : (
    <Skeleton lines={8} />
  )
}

function Agreement({ article, ownConsents }: { article: ArticleSummary; ownConsents: readonly AgreementConsent[] }) {
  const { t } = useLingui()
  const { id, title, version, updateTime } = article
  const consent = ownConsents.find((one) => one.id === id)?.agreed
  const since = formatDate(updateTime)
  const [agreedVersion, at] = consent ? [consent.version, formatDate(consent.time)] : []
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

-- A secret that was shown belongs to the session that it was shown to (product 1.2 call 7). Those shown before are asked for again.

delete from authenticator_offer;
alter table authenticator_offer add column session_id bigint not null;

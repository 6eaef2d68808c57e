// The documents of the client, ready to run. Written by `npm run generate`: edit client/documents/ instead.
import type { TypedDocument } from '../graph.ts';
import type {
  AddTaskMutation,
  AddTaskMutationVariables,
  ChangeTextMutation,
  ChangeTextMutationVariables,
  PageQuery,
  PageQueryVariables,
  PagesQuery,
  PagesQueryVariables,
  PublishMutation,
  PublishMutationVariables,
  TasksQuery,
  TasksQueryVariables,
} from './operations.ts';
/** AddTask: see client/documents. */
export const AddTask =
  'mutation AddTask($input:CreateTaskInput!){createTask(input:$input){task{urn version title status}userErrors{code path message}}}' as unknown as TypedDocument<
    AddTaskMutation,
    AddTaskMutationVariables
  >;
/** ChangeText: see client/documents. */
export const ChangeText =
  'mutation ChangeText($urn:ID!$value:String!$expectedVersion:Long){updateTextItem(urn:$urn input:{value:$value}expectedVersion:$expectedVersion){textItem{urn version value isPublished}userErrors{code path message}}}' as unknown as TypedDocument<
    ChangeTextMutation,
    ChangeTextMutationVariables
  >;
/** Page: see client/documents. */
export const Page =
  'query Page($path:String!$language:LanguageTag$variant:String){entityView(path:$path language:$language variant:$variant){urn name language texts{name value}markdowns{name value}images{name altText src}alternativeLanguages{language name}}}' as unknown as TypedDocument<
    PageQuery,
    PageQueryVariables
  >;
/** Pages: see client/documents. */
export const Pages =
  'query Pages($first:Int$after:String$where:EntityWhere$orderBy:[EntityOrderBy!]){entities(first:$first after:$after where:$where orderBy:$orderBy){nodes{urn version name path language status}pageInfo{hasNextPage endCursor}}}' as unknown as TypedDocument<
    PagesQuery,
    PagesQueryVariables
  >;
/** Publish: see client/documents. */
export const Publish =
  'mutation Publish($urn:ID!$at:DateTime){publishEntity(urn:$urn publishTimestamp:$at){entity{urn status publishTimestamp}userErrors{code path message}}}' as unknown as TypedDocument<
    PublishMutation,
    PublishMutationVariables
  >;
/** Tasks: see client/documents. */
export const Tasks =
  'query Tasks($first:Int$after:String$where:TaskWhere$orderBy:[TaskOrderBy!]){tasks(first:$first after:$after where:$where orderBy:$orderBy){nodes{urn version title status priority dueTimestamp isBlocked assignee{urn name}}pageInfo{hasNextPage endCursor}}}' as unknown as TypedDocument<
    TasksQuery,
    TasksQueryVariables
  >;

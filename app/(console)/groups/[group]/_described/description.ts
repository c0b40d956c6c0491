/** Describes a resource to the shared screens: list, page, form and deletion. */
import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { FieldBinder } from '#components/resource-form/use-form-values.ts';
import type { Topic } from '#lib/client/learn-more.ts';
import type { ListDefaults } from '#lib/client/lists/list-state.ts';
import type { ResourceClient, Wire } from '#lib/client/resources/resources.ts';
import type { ResourceType } from '#lib/resources/catalog.ts';

export interface DeleteProps<Row> {
  /** The resource to delete; null while no dialog is open. */
  resource: Row | null;
  onClose: () => void;
  onDeleted?: () => void;
}

export interface ListDescription<Type extends ResourceType> {
  type: Type;
  client: ResourceClient<Type>;
  defaults: ListDefaults;
  icon: LucideIcon;
  /** "New provider": only if the catalog's term is too long. */
  word?: string;
  nameOf: (row: Wire[Type]) => string;
  /** The effect of deleting several at once, in words. */
  impact: string;
  Delete: ComponentType<DeleteProps<Wire[Type]>>;
  empty: { title: string; text: string; topic: Topic };
}

export interface FormDescription<Type extends ResourceType, Values extends object> {
  type: Type;
  client: ResourceClient<Type>;
  nameOf: (row: Wire[Type]) => string;
  /** The labels of the fields by path. */
  labels: Readonly<Record<string, string>>;
  newValues: Values;
  valuesOf: (row: Wire[Type]) => Values;
  /** Makes the body of a create, if that is not the whole form. */
  creationOf?: (body: Partial<Values>) => object;
  Fields: ComponentType<{ field: FieldBinder; group: string; isNew?: boolean }>;
}

export interface PageDescription<Type extends ResourceType> {
  type: Type;
  client: ResourceClient<Type>;
  nameOf: (row: Wire[Type]) => string;
  Facts: ComponentType<{ row: Wire[Type] | undefined }>;
  Delete: ComponentType<DeleteProps<Wire[Type]>>;
  children?: (row: Wire[Type] | undefined) => ReactNode;
}

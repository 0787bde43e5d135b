// Made by `npm run generate` from supabase/migrations. Do not edit.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      deleted_invitations: {
        Row: {
          address_hash: string | null;
          created_at: string;
          id: string;
          invited_by: string | null;
        };
        Insert: {
          address_hash?: string | null;
          created_at: string;
          id: string;
          invited_by?: string | null;
        };
        Update: {
          address_hash?: string | null;
          created_at?: string;
          id?: string;
          invited_by?: string | null;
        };
        Relationships: [];
      };
      former_members: {
        Row: {
          left_at: string;
          organization_id: string;
          removed_at: string | null;
          role: 'owner' | 'admin' | 'member';
          user_id: string;
        };
        Insert: {
          left_at: string;
          organization_id: string;
          removed_at?: string | null;
          role: 'owner' | 'admin' | 'member';
          user_id: string;
        };
        Update: {
          left_at?: string;
          organization_id?: string;
          removed_at?: string | null;
          role?: 'owner' | 'admin' | 'member';
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'former_members_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'former_members_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      notion_authorizations: {
        Row: {
          expires_at: string;
          id: string;
          organization_id: string;
          user_id: string;
        };
        Insert: {
          expires_at: string;
          id?: string;
          organization_id: string;
          user_id: string;
        };
        Update: {
          expires_at?: string;
          id?: string;
          organization_id?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'notion_authorizations_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'notion_authorizations_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      notion_connections: {
        Row: {
          access_token: string;
          bot_id: string | null;
          connected_at: string;
          connected_by: string | null;
          expires_at: string | null;
          kind: 'oauth' | 'token';
          last_error: string | null;
          notion_workspace_icon: string | null;
          notion_workspace_id: string | null;
          notion_workspace_name: string | null;
          organization_id: string;
          refresh_token: string | null;
          refreshing_until: string | null;
          status: 'connected' | 'refused';
          token_id: string;
        };
        Insert: {
          access_token: string;
          bot_id?: string | null;
          connected_at?: string;
          connected_by?: string | null;
          expires_at?: string | null;
          kind: 'oauth' | 'token';
          last_error?: string | null;
          notion_workspace_icon?: string | null;
          notion_workspace_id?: string | null;
          notion_workspace_name?: string | null;
          organization_id: string;
          refresh_token?: string | null;
          refreshing_until?: string | null;
          status?: 'connected' | 'refused';
          token_id?: string;
        };
        Update: {
          access_token?: string;
          bot_id?: string | null;
          connected_at?: string;
          connected_by?: string | null;
          expires_at?: string | null;
          kind?: 'oauth' | 'token';
          last_error?: string | null;
          notion_workspace_icon?: string | null;
          notion_workspace_id?: string | null;
          notion_workspace_name?: string | null;
          organization_id?: string;
          refresh_token?: string | null;
          refreshing_until?: string | null;
          status?: 'connected' | 'refused';
          token_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'notion_connections_connected_by_fkey';
            columns: ['connected_by'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'notion_connections_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: true;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
        ];
      };
      notion_request_budgets: {
        Row: {
          organization_id: string;
          paused_until: string | null;
          spent_until: string;
        };
        Insert: {
          organization_id: string;
          paused_until?: string | null;
          spent_until?: string;
        };
        Update: {
          organization_id?: string;
          paused_until?: string | null;
          spent_until?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'notion_request_budgets_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: true;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
        ];
      };
      notion_sync_runs: {
        Row: {
          busy_until: string | null;
          done: number;
          ended_at: string | null;
          id: string;
          organization_id: string;
          started_at: string;
          synced: number;
          total: number;
        };
        Insert: {
          busy_until?: string | null;
          done?: number;
          ended_at?: string | null;
          id: string;
          organization_id: string;
          started_at: string;
          synced?: number;
          total: number;
        };
        Update: {
          busy_until?: string | null;
          done?: number;
          ended_at?: string | null;
          id?: string;
          organization_id?: string;
          started_at?: string;
          synced?: number;
          total?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'notion_sync_runs_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: true;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
        ];
      };
      organization_invitations: {
        Row: {
          created_at: string;
          email: string | null;
          expires_at: string;
          id: string;
          invited_by: string | null;
          max_uses: number | null;
          organization_id: string;
          revoked_at: string | null;
          role: 'admin' | 'member';
          token_hash: string;
          uses: number;
        };
        Insert: {
          created_at?: string;
          email?: string | null;
          expires_at: string;
          id?: string;
          invited_by?: string | null;
          max_uses?: number | null;
          organization_id: string;
          revoked_at?: string | null;
          role?: 'admin' | 'member';
          token_hash: string;
          uses?: number;
        };
        Update: {
          created_at?: string;
          email?: string | null;
          expires_at?: string;
          id?: string;
          invited_by?: string | null;
          max_uses?: number | null;
          organization_id?: string;
          revoked_at?: string | null;
          role?: 'admin' | 'member';
          token_hash?: string;
          uses?: number;
        };
        Relationships: [
          {
            foreignKeyName: 'organization_invitations_invited_by_fkey';
            columns: ['invited_by'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'organization_invitations_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
        ];
      };
      organization_members: {
        Row: {
          id: string;
          joined_at: string;
          organization_id: string;
          role: 'owner' | 'admin' | 'member';
          status: 'active' | 'suspended';
          user_id: string;
        };
        Insert: {
          id?: string;
          joined_at?: string;
          organization_id: string;
          role?: 'owner' | 'admin' | 'member';
          status?: 'active' | 'suspended';
          user_id: string;
        };
        Update: {
          id?: string;
          joined_at?: string;
          organization_id?: string;
          role?: 'owner' | 'admin' | 'member';
          status?: 'active' | 'suspended';
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'organization_members_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'organization_members_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      organizations: {
        Row: {
          avatar: string | null;
          created_at: string;
          created_by: string | null;
          description: string | null;
          id: string;
          logo_url: string | null;
          name: string;
          slug: string;
          status: 'active' | 'suspended';
        };
        Insert: {
          avatar?: string | null;
          created_at?: string;
          created_by?: string | null;
          description?: string | null;
          id?: string;
          logo_url?: string | null;
          name: string;
          slug?: string;
          status?: 'active' | 'suspended';
        };
        Update: {
          avatar?: string | null;
          created_at?: string;
          created_by?: string | null;
          description?: string | null;
          id?: string;
          logo_url?: string | null;
          name?: string;
          slug?: string;
          status?: 'active' | 'suspended';
        };
        Relationships: [
          {
            foreignKeyName: 'organizations_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      page_activity: {
        Row: {
          actor_id: string | null;
          first_at: string;
          happened_at: string;
          id: string;
          kind: 'created' | 'edited' | 'renamed' | 'moved' | 'archived' | 'restored' | 'published' | 'unpublished' | 'deleted' | 'styled' | 'locked' | 'unlocked';
          new_name: string | null;
          new_parent_id: string | null;
          old_name: string | null;
          organization_id: string;
          page_id: string | null;
          private_to: string | null;
        };
        Insert: {
          actor_id?: string | null;
          first_at?: string;
          happened_at?: string;
          id?: string;
          kind: 'created' | 'edited' | 'renamed' | 'moved' | 'archived' | 'restored' | 'published' | 'unpublished' | 'deleted' | 'styled' | 'locked' | 'unlocked';
          new_name?: string | null;
          new_parent_id?: string | null;
          old_name?: string | null;
          organization_id: string;
          page_id?: string | null;
          private_to?: string | null;
        };
        Update: {
          actor_id?: string | null;
          first_at?: string;
          happened_at?: string;
          id?: string;
          kind?: 'created' | 'edited' | 'renamed' | 'moved' | 'archived' | 'restored' | 'published' | 'unpublished' | 'deleted' | 'styled' | 'locked' | 'unlocked';
          new_name?: string | null;
          new_parent_id?: string | null;
          old_name?: string | null;
          organization_id?: string;
          page_id?: string | null;
          private_to?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'page_activity_actor_id_fkey';
            columns: ['actor_id'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'page_activity_new_parent_id_fkey';
            columns: ['new_parent_id'];
            isOneToOne: false;
            referencedRelation: 'pages';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'page_activity_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'page_activity_page_id_fkey';
            columns: ['page_id'];
            isOneToOne: false;
            referencedRelation: 'pages';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'page_activity_private_to_fkey';
            columns: ['private_to'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      page_aliases: {
        Row: {
          key: string;
          name: string;
          organization_id: string;
          page_id: string;
        };
        Insert: {
          key: string;
          name: string;
          organization_id: string;
          page_id: string;
        };
        Update: {
          key?: string;
          name?: string;
          organization_id?: string;
          page_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'page_aliases_page_id_fkey';
            columns: ['organization_id', 'page_id'];
            isOneToOne: false;
            referencedRelation: 'pages';
            referencedColumns: ['organization_id', 'id'];
          },
        ];
      };
      page_changes: {
        Row: {
          changed_at: string;
          organization_id: string;
          page_id: string;
          private_to: string | null;
          shared_at: string | null;
        };
        Insert: {
          changed_at: string;
          organization_id: string;
          page_id: string;
          private_to?: string | null;
          shared_at?: string | null;
        };
        Update: {
          changed_at?: string;
          organization_id?: string;
          page_id?: string;
          private_to?: string | null;
          shared_at?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'page_changes_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
        ];
      };
      page_documents: {
        Row: {
          bytes: number;
          channel: string;
          epoch: string;
          head: string;
          is_to_restart: boolean;
          kept_for: string | null;
          number: number;
          page_id: string;
          state: string;
          state_head: string;
          state_number: number;
          texts_number: number;
          texts_version: string;
          updated_at: string;
        };
        Insert: {
          bytes: number;
          channel?: string;
          epoch?: string;
          head: string;
          is_to_restart?: boolean;
          kept_for?: string | null;
          number?: number;
          page_id: string;
          state: string;
          state_head: string;
          state_number?: number;
          texts_number?: number;
          texts_version: string;
          updated_at?: string;
        };
        Update: {
          bytes?: number;
          channel?: string;
          epoch?: string;
          head?: string;
          is_to_restart?: boolean;
          kept_for?: string | null;
          number?: number;
          page_id?: string;
          state?: string;
          state_head?: string;
          state_number?: number;
          texts_number?: number;
          texts_version?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'page_documents_kept_for_fkey';
            columns: ['kept_for'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'page_documents_page_id_fkey';
            columns: ['page_id'];
            isOneToOne: true;
            referencedRelation: 'pages';
            referencedColumns: ['id'];
          },
        ];
      };
      page_favorites: {
        Row: {
          created_at: string;
          page_id: string;
          user_id: string;
        };
        Insert: {
          created_at?: string;
          page_id: string;
          user_id?: string;
        };
        Update: {
          created_at?: string;
          page_id?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'page_favorites_page_id_fkey';
            columns: ['page_id'];
            isOneToOne: false;
            referencedRelation: 'pages';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'page_favorites_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      page_file_uses: {
        Row: {
          file_id: string;
          gone_at: string | null;
          page_id: string;
        };
        Insert: {
          file_id: string;
          gone_at?: string | null;
          page_id: string;
        };
        Update: {
          file_id?: string;
          gone_at?: string | null;
          page_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'page_file_uses_file_id_fkey';
            columns: ['file_id'];
            isOneToOne: false;
            referencedRelation: 'page_files';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'page_file_uses_page_id_fkey';
            columns: ['page_id'];
            isOneToOne: false;
            referencedRelation: 'pages';
            referencedColumns: ['id'];
          },
        ];
      };
      page_file_work: {
        Row: {
          due_at: string;
          file_id: string;
          id: string;
        };
        Insert: {
          due_at: string;
          file_id: string;
          id?: string;
        };
        Update: {
          due_at?: string;
          file_id?: string;
          id?: string;
        };
        Relationships: [];
      };
      page_files: {
        Row: {
          bytes: number;
          created_at: string;
          created_by: string | null;
          doomed_at: string | null;
          height: number | null;
          id: string;
          is_used: boolean;
          media_type: string;
          name: string;
          object_name: string;
          organization_id: string | null;
          page_id: string | null;
          uploaded_at: string | null;
          width: number | null;
        };
        Insert: {
          bytes: number;
          created_at?: string;
          created_by?: string | null;
          doomed_at?: string | null;
          height?: number | null;
          id: string;
          is_used?: boolean;
          media_type: string;
          name: string;
          object_name: string;
          organization_id?: string | null;
          page_id?: string | null;
          uploaded_at?: string | null;
          width?: number | null;
        };
        Update: {
          bytes?: number;
          created_at?: string;
          created_by?: string | null;
          doomed_at?: string | null;
          height?: number | null;
          id?: string;
          is_used?: boolean;
          media_type?: string;
          name?: string;
          object_name?: string;
          organization_id?: string | null;
          page_id?: string | null;
          uploaded_at?: string | null;
          width?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: 'page_files_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'page_files_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
        ];
      };
      page_former_documents: {
        Row: {
          ended_at: string;
          epoch: string;
          page_id: string;
          private_to: string | null;
          state: string;
          updates: string[];
        };
        Insert: {
          ended_at?: string;
          epoch: string;
          page_id: string;
          private_to?: string | null;
          state: string;
          updates: string[];
        };
        Update: {
          ended_at?: string;
          epoch?: string;
          page_id?: string;
          private_to?: string | null;
          state?: string;
          updates?: string[];
        };
        Relationships: [
          {
            foreignKeyName: 'page_former_documents_page_id_fkey';
            columns: ['page_id'];
            isOneToOne: false;
            referencedRelation: 'pages';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'page_former_documents_private_to_fkey';
            columns: ['private_to'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      page_links: {
        Row: {
          source_id: string;
          target_id: string;
        };
        Insert: {
          source_id: string;
          target_id: string;
        };
        Update: {
          source_id?: string;
          target_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'page_links_source_id_fkey';
            columns: ['source_id'];
            isOneToOne: false;
            referencedRelation: 'pages';
            referencedColumns: ['id'];
          },
        ];
      };
      page_notion_syncs: {
        Row: {
          blocks: Json;
          checked_at: string | null;
          clean_hash: string | null;
          icon: string | null;
          lease: string | null;
          lease_until: string | null;
          local_name: string | null;
          local_text: string | null;
          notion_page_id: string;
          organization_id: string;
          page_id: string;
          reason: string | null;
          remote_name: string | null;
          remote_text: string | null;
          state: 'waiting' | 'synced' | 'conflict' | 'blocked' | 'emptied' | 'gone' | 'failed';
        };
        Insert: {
          blocks?: Json;
          checked_at?: string | null;
          clean_hash?: string | null;
          icon?: string | null;
          lease?: string | null;
          lease_until?: string | null;
          local_name?: string | null;
          local_text?: string | null;
          notion_page_id: string;
          organization_id: string;
          page_id: string;
          reason?: string | null;
          remote_name?: string | null;
          remote_text?: string | null;
          state?: 'waiting' | 'synced' | 'conflict' | 'blocked' | 'emptied' | 'gone' | 'failed';
        };
        Update: {
          blocks?: Json;
          checked_at?: string | null;
          clean_hash?: string | null;
          icon?: string | null;
          lease?: string | null;
          lease_until?: string | null;
          local_name?: string | null;
          local_text?: string | null;
          notion_page_id?: string;
          organization_id?: string;
          page_id?: string;
          reason?: string | null;
          remote_name?: string | null;
          remote_text?: string | null;
          state?: 'waiting' | 'synced' | 'conflict' | 'blocked' | 'emptied' | 'gone' | 'failed';
        };
        Relationships: [
          {
            foreignKeyName: 'page_notion_syncs_page_id_fkey';
            columns: ['organization_id', 'page_id'];
            isOneToOne: false;
            referencedRelation: 'pages';
            referencedColumns: ['organization_id', 'id'];
          },
        ];
      };
      page_origins: {
        Row: {
          changes: Json;
          files: Json;
          name: string;
          page_id: string;
          path: string;
          private_to: string | null;
        };
        Insert: {
          changes?: Json;
          files?: Json;
          name: string;
          page_id: string;
          path: string;
          private_to?: string | null;
        };
        Update: {
          changes?: Json;
          files?: Json;
          name?: string;
          page_id?: string;
          path?: string;
          private_to?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'page_origins_page_id_fkey';
            columns: ['page_id'];
            isOneToOne: true;
            referencedRelation: 'pages';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'page_origins_private_to_fkey';
            columns: ['private_to'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      page_search: {
        Row: {
          organization_id: string;
          page_id: string;
          parts: number;
          title: string;
          updated_at: string;
          words: string;
        };
        Insert: {
          organization_id: string;
          page_id: string;
          parts?: number;
          title: string;
          updated_at: string;
          words: string;
        };
        Update: {
          organization_id?: string;
          page_id?: string;
          parts?: number;
          title?: string;
          updated_at?: string;
          words?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'page_search_page_id_fkey';
            columns: ['organization_id', 'page_id'];
            isOneToOne: false;
            referencedRelation: 'pages';
            referencedColumns: ['organization_id', 'id'];
          },
        ];
      };
      page_search_parts: {
        Row: {
          first_column: number;
          first_line: number;
          number: number;
          organization_id: string;
          page_id: string;
          words: string;
        };
        Insert: {
          first_column: number;
          first_line: number;
          number: number;
          organization_id: string;
          page_id: string;
          words: string;
        };
        Update: {
          first_column?: number;
          first_line?: number;
          number?: number;
          organization_id?: string;
          page_id?: string;
          words?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'page_search_parts_page_id_fkey';
            columns: ['page_id'];
            isOneToOne: false;
            referencedRelation: 'page_search';
            referencedColumns: ['page_id'];
          },
        ];
      };
      page_shares: {
        Row: {
          is_indexed: boolean;
          organization_id: string;
          page_id: string;
          with_subpages: boolean;
        };
        Insert: {
          is_indexed?: boolean;
          organization_id: string;
          page_id: string;
          with_subpages?: boolean;
        };
        Update: {
          is_indexed?: boolean;
          organization_id?: string;
          page_id?: string;
          with_subpages?: boolean;
        };
        Relationships: [
          {
            foreignKeyName: 'page_shares_page_id_fkey';
            columns: ['organization_id', 'page_id'];
            isOneToOne: false;
            referencedRelation: 'pages';
            referencedColumns: ['organization_id', 'id'];
          },
        ];
      };
      page_text_files: {
        Row: {
          digest: string;
          file_id: string;
          organization_id: string;
          page_id: string;
        };
        Insert: {
          digest: string;
          file_id: string;
          organization_id: string;
          page_id: string;
        };
        Update: {
          digest?: string;
          file_id?: string;
          organization_id?: string;
          page_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'page_text_files_file_id_fkey';
            columns: ['file_id'];
            isOneToOne: false;
            referencedRelation: 'page_files';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'page_text_files_text_fkey';
            columns: ['organization_id', 'page_id', 'digest'];
            isOneToOne: false;
            referencedRelation: 'page_texts';
            referencedColumns: ['organization_id', 'page_id', 'digest'];
          },
        ];
      };
      page_texts: {
        Row: {
          content: string;
          digest: string;
          organization_id: string;
          page_id: string;
        };
        Insert: {
          content: string;
          digest: string;
          organization_id: string;
          page_id: string;
        };
        Update: {
          content?: string;
          digest?: string;
          organization_id?: string;
          page_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'page_texts_page_id_fkey';
            columns: ['organization_id', 'page_id'];
            isOneToOne: false;
            referencedRelation: 'pages';
            referencedColumns: ['organization_id', 'id'];
          },
        ];
      };
      page_unused_names: {
        Row: {
          file_id: string;
          page_id: string;
        };
        Insert: {
          file_id: string;
          page_id: string;
        };
        Update: {
          file_id?: string;
          page_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'page_unused_names_file_id_fkey';
            columns: ['file_id'];
            isOneToOne: false;
            referencedRelation: 'page_files';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'page_unused_names_page_id_fkey';
            columns: ['page_id'];
            isOneToOne: false;
            referencedRelation: 'pages';
            referencedColumns: ['id'];
          },
        ];
      };
      page_updates: {
        Row: {
          created_at: string;
          created_by: string | null;
          id: string;
          number: number;
          page_id: string;
          update: string;
        };
        Insert: {
          created_at?: string;
          created_by?: string | null;
          id?: string;
          number: number;
          page_id: string;
          update: string;
        };
        Update: {
          created_at?: string;
          created_by?: string | null;
          id?: string;
          number?: number;
          page_id?: string;
          update?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'page_updates_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'page_updates_page_id_fkey';
            columns: ['page_id'];
            isOneToOne: false;
            referencedRelation: 'page_documents';
            referencedColumns: ['page_id'];
          },
        ];
      };
      page_version_authors: {
        Row: {
          person: string;
          version_id: string;
        };
        Insert: {
          person: string;
          version_id: string;
        };
        Update: {
          person?: string;
          version_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'page_version_authors_person_fkey';
            columns: ['person'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'page_version_authors_version_id_fkey';
            columns: ['version_id'];
            isOneToOne: false;
            referencedRelation: 'page_versions';
            referencedColumns: ['id'];
          },
        ];
      };
      page_versions: {
        Row: {
          created_at: string;
          created_by: string | null;
          description: string | null;
          digest: string;
          from_notion: boolean;
          id: string;
          name: string;
          organization_id: string;
          page_id: string;
          private_to: string | null;
          sitting: number | null;
          updated_at: string;
          content: string | null;
        };
        Insert: {
          created_at: string;
          created_by?: string | null;
          description?: string | null;
          digest: string;
          from_notion?: boolean;
          id?: string;
          name: string;
          organization_id: string;
          page_id: string;
          private_to?: string | null;
          sitting?: number | null;
          updated_at: string;
        };
        Update: {
          created_at?: string;
          created_by?: string | null;
          description?: string | null;
          digest?: string;
          from_notion?: boolean;
          id?: string;
          name?: string;
          organization_id?: string;
          page_id?: string;
          private_to?: string | null;
          sitting?: number | null;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'page_versions_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'page_versions_page_id_fkey';
            columns: ['organization_id', 'page_id'];
            isOneToOne: false;
            referencedRelation: 'pages';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'page_versions_private_to_fkey';
            columns: ['private_to'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      page_wiki_links: {
        Row: {
          key: string;
          organization_id: string;
          source_id: string;
          target: string;
        };
        Insert: {
          key: string;
          organization_id: string;
          source_id: string;
          target: string;
        };
        Update: {
          key?: string;
          organization_id?: string;
          source_id?: string;
          target?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'page_wiki_links_source_id_fkey';
            columns: ['organization_id', 'source_id'];
            isOneToOne: false;
            referencedRelation: 'pages';
            referencedColumns: ['organization_id', 'id'];
          },
        ];
      };
      page_work: {
        Row: {
          begun_at: string | null;
          due_at: string;
          page_id: string;
          part: number;
          problem: string | null;
          ticket: number;
          tries: number;
        };
        Insert: {
          begun_at?: string | null;
          due_at?: string;
          page_id: string;
          part?: number;
          problem?: string | null;
          ticket?: number;
          tries?: number;
        };
        Update: {
          begun_at?: string | null;
          due_at?: string;
          page_id?: string;
          part?: number;
          problem?: string | null;
          ticket?: number;
          tries?: number;
        };
        Relationships: [];
      };
      pages: {
        Row: {
          archived_at: string | null;
          archived_by: string | null;
          archived_with: string | null;
          content: string;
          content_type: 'markdown';
          cover: 'dawn' | 'dusk' | 'ocean' | 'forest' | 'meadow' | 'aurora' | 'sand' | 'rose' | 'slate' | 'night' | null;
          created_at: string;
          created_by: string | null;
          description: string | null;
          has_small_text: boolean;
          icon: string | null;
          id: string;
          is_archived: boolean;
          is_full_width: boolean;
          is_locked: boolean;
          name: string;
          notion_direction: 'bring' | 'send' | 'both';
          notion_last_sync: string | null;
          notion_page_id: string | null;
          notion_url: string | null;
          order_index: number;
          organization_id: string;
          parent_id: string | null;
          private_to: string | null;
          updated_at: string;
          updated_by: string | null;
          visibility: 'private' | 'workspace' | 'public';
          look: Json | null;
        };
        Insert: {
          archived_at?: string | null;
          archived_by?: string | null;
          archived_with?: string | null;
          content?: string;
          content_type?: 'markdown';
          cover?: 'dawn' | 'dusk' | 'ocean' | 'forest' | 'meadow' | 'aurora' | 'sand' | 'rose' | 'slate' | 'night' | null;
          created_at?: string;
          created_by?: string | null;
          description?: string | null;
          has_small_text?: boolean;
          icon?: string | null;
          id?: string;
          is_archived?: boolean;
          is_full_width?: boolean;
          is_locked?: boolean;
          name?: string;
          notion_direction?: 'bring' | 'send' | 'both';
          notion_last_sync?: string | null;
          notion_page_id?: string | null;
          notion_url?: string | null;
          order_index: number;
          organization_id: string;
          parent_id?: string | null;
          private_to?: string | null;
          updated_at?: string;
          updated_by?: string | null;
          visibility?: 'private' | 'workspace' | 'public';
        };
        Update: {
          archived_at?: string | null;
          archived_by?: string | null;
          archived_with?: string | null;
          content?: string;
          content_type?: 'markdown';
          cover?: 'dawn' | 'dusk' | 'ocean' | 'forest' | 'meadow' | 'aurora' | 'sand' | 'rose' | 'slate' | 'night' | null;
          created_at?: string;
          created_by?: string | null;
          description?: string | null;
          has_small_text?: boolean;
          icon?: string | null;
          id?: string;
          is_archived?: boolean;
          is_full_width?: boolean;
          is_locked?: boolean;
          name?: string;
          notion_direction?: 'bring' | 'send' | 'both';
          notion_last_sync?: string | null;
          notion_page_id?: string | null;
          notion_url?: string | null;
          order_index?: number;
          organization_id?: string;
          parent_id?: string | null;
          private_to?: string | null;
          updated_at?: string;
          updated_by?: string | null;
          visibility?: 'private' | 'workspace' | 'public';
        };
        Relationships: [
          {
            foreignKeyName: 'pages_archived_by_fkey';
            columns: ['archived_by'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'pages_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'pages_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'pages_parent_id_fkey';
            columns: ['organization_id', 'parent_id'];
            isOneToOne: false;
            referencedRelation: 'pages';
            referencedColumns: ['organization_id', 'id'];
          },
          {
            foreignKeyName: 'pages_private_to_fkey';
            columns: ['private_to'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'pages_updated_by_fkey';
            columns: ['updated_by'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
        ];
      };
      template_file_uses: {
        Row: {
          file_id: string;
          template_id: string;
        };
        Insert: {
          file_id: string;
          template_id: string;
        };
        Update: {
          file_id?: string;
          template_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'template_file_uses_file_id_fkey';
            columns: ['file_id'];
            isOneToOne: false;
            referencedRelation: 'page_files';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'template_file_uses_template_id_fkey';
            columns: ['template_id'];
            isOneToOne: false;
            referencedRelation: 'templates';
            referencedColumns: ['id'];
          },
        ];
      };
      templates: {
        Row: {
          content: string;
          created_at: string;
          created_by: string | null;
          description: string | null;
          icon: string | null;
          id: string;
          name: string;
          order_index: number;
          organization_id: string;
          updated_at: string;
        };
        Insert: {
          content?: string;
          created_at?: string;
          created_by?: string | null;
          description?: string | null;
          icon?: string | null;
          id?: string;
          name: string;
          order_index: number;
          organization_id: string;
          updated_at?: string;
        };
        Update: {
          content?: string;
          created_at?: string;
          created_by?: string | null;
          description?: string | null;
          icon?: string | null;
          id?: string;
          name?: string;
          order_index?: number;
          organization_id?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'templates_created_by_fkey';
            columns: ['created_by'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'templates_organization_id_fkey';
            columns: ['organization_id'];
            isOneToOne: false;
            referencedRelation: 'organizations';
            referencedColumns: ['id'];
          },
        ];
      };
      user_profiles: {
        Row: {
          avatar: string | null;
          created_at: string;
          display_name: string | null;
          email: string | null;
          full_name: string;
          id: string;
          updated_at: string;
        };
        Insert: {
          avatar?: string | null;
          created_at?: string;
          display_name?: string | null;
          email?: string | null;
          full_name?: string;
          id: string;
          updated_at?: string;
        };
        Update: {
          avatar?: string | null;
          created_at?: string;
          display_name?: string | null;
          email?: string | null;
          full_name?: string;
          id?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
    };
    Views: { [_ in never]: never };
    Functions: {
      accept_invitation: {
        Args: { token: string };
        Returns: string;
      };
      add_page_file: {
        Args: { bytes: number; file_id: string; height?: number; media_type: string; name: string; page_id: string; width?: number };
        Returns: Database['public']['Tables']['page_files']['Row'];
      };
      claim_notion_page: {
        Args: { lease: string; page_id: string };
        Returns: Database['public']['Tables']['page_notion_syncs']['Row'][];
      };
      claim_notion_refresh: {
        Args: { organization_id: string; token_id: string };
        Returns: boolean;
      };
      claim_notion_sync_run: {
        Args: { by_clock?: boolean; organization_id: string; run_id: string };
        Returns: Database['public']['Tables']['notion_sync_runs']['Row'][];
      };
      claim_unused_files: {
        Args: { most?: number };
        Returns: { id: string; object_name: string }[];
      };
      compact_page_document: {
        Args: { epoch: string; head?: string; page_id: string; state: string; up_to: number };
        Returns: boolean;
      };
      create_invitations: {
        Args: { emails: string[]; organization_id: string; role?: string };
        Returns: { email: string; expires_at: string; id: string; is_member: boolean; may_be_mailed: boolean; token: string }[];
      };
      create_join_link: {
        Args: { days?: number; max_uses?: number; organization_id: string; role?: string };
        Returns: { expires_at: string; id: string; token: string }[];
      };
      delete_my_account: {
        Args: { organizations_to_delete: string[] };
        Returns: undefined;
      };
      delete_page_for_good: {
        Args: { page_id: string };
        Returns: number;
      };
      duplicate_page: {
        Args: { copy_id?: string; page_id: string; with_children?: boolean };
        Returns: string;
      };
      empty_trash: {
        Args: { organization_id: string };
        Returns: number;
      };
      end_my_session: {
        Args: { session_id: string };
        Returns: boolean;
      };
      expect_unlocked: {
        Args: { page_id: string };
        Returns: undefined;
      };
      forget_unused_files: {
        Args: { files: string[] };
        Returns: number;
      };
      get_public_file: {
        Args: { file_id: string; page_id: string };
        Returns: { media_type: string; name: string; object_name: string }[];
      };
      get_public_page: {
        Args: { page_id: string };
        Returns: { content: string; description: string; id: string; look: Json; name: string; updated_at: string }[];
      };
      get_public_place: {
        Args: { page_id: string };
        Returns: Json;
      };
      hand_over_ownership: {
        Args: { member_id: string; organization_id: string };
        Returns: undefined;
      };
      has_open_invitation: {
        Args: { address: string };
        Returns: boolean;
      };
      has_password: {
        Args: never;
        Returns: boolean;
      };
      keep_notion_version: {
        Args: { content: string; name: string; page_id: string };
        Returns: boolean;
      };
      list_my_sessions: {
        Args: never;
        Returns: { id: string; is_current: boolean; last_active_at: string; signed_in_at: string; user_agent: string }[];
      };
      list_page_changes: {
        Args: { organization_id: string; within_seconds: number };
        Returns: Json;
      };
      list_public_files: {
        Args: { page_id: string };
        Returns: { bytes: number; height: number; id: string; media_type: string; name: string; width: number }[];
      };
      list_public_titles: {
        Args: { linked: string[]; page_id: string; said: string[] };
        Returns: { id: string; name: string; said: string }[];
      };
      list_trash: {
        Args: { organization_id: string };
        Returns: { archived_at: string; archived_by: string; archived_by_name: string; icon: string; id: string; name: string; pages_beneath: number; visibility: string }[];
      };
      list_trash_bytes: {
        Args: { organization_id: string };
        Returns: { bytes: number; page_id: string }[];
      };
      list_unused_avatars: {
        Args: { most?: number };
        Returns: string[];
      };
      look_up_invitation: {
        Args: { token: string };
        Returns: { email: string; expires_at: string; inviter_name: string; is_member: boolean; organization_id: string; organization_name: string; role: string; state: string }[];
      };
      notion_pages_to_sync: {
        Args: { organization_id: string; since: string };
        Returns: string[];
      };
      notion_workspaces_to_sync: {
        Args: never;
        Returns: string[];
      };
      open_former_document: {
        Args: { epoch: string; page_id: string };
        Returns: { state: string; updates: Json }[];
      };
      open_page_document: {
        Args: { known_epoch?: string; known_head?: string; known_number?: number; page_id: string };
        Returns: { channel: string; content: string; description: string; epoch: string; head: string; look: Json; name: string; number: number; state: string; state_number: number; texts_number: number; texts_version: string; updates: Json; version: string }[];
      };
      operator_account_deletion: {
        Args: { account: string };
        Returns: { fate: string; name: string; organization_id: string; pages: number }[];
      };
      operator_delete_account: {
        Args: { account: string; organizations_to_delete: string[] };
        Returns: boolean;
      };
      operator_delete_workspace: {
        Args: { workspace: string };
        Returns: string;
      };
      operator_failures: {
        Args: never;
        Returns: { most_tries: number; pieces: number; problem: string; queue: string }[];
      };
      operator_memberships: {
        Args: { accounts: string[] };
        Returns: { account_id: string; workspaces: number }[];
      };
      operator_queues: {
        Args: never;
        Returns: { failed: number; oldest_s: number; queue: string; waiting: number }[];
      };
      operator_retry_queue: {
        Args: { queue: string };
        Returns: number;
      };
      operator_set_workspace_status: {
        Args: { new_status: string; workspace: string };
        Returns: string;
      };
      operator_totals: {
        Args: never;
        Returns: { pages: number; trashed_pages: number; workspaces: number }[];
      };
      operator_workspaces: {
        Args: { most: number; search: string; skipped?: number };
        Returns: { created_at: string; file_bytes: number; id: string; members: number; name: string; owners: string[]; pages: number; status: string; total: number }[];
      };
      pages_also_named: {
        Args: { names: string[] };
        Returns: { is_alias: boolean; name: string; page_id: string }[];
      };
      pages_linking_to: {
        Args: { page_id: string };
        Returns: { has_link: boolean; icon: string; id: string; name: string; wiki_targets: string[] }[];
      };
      pause_notion_requests: {
        Args: { organization_id: string; seconds: number };
        Returns: undefined;
      };
      preview_account_deletion: {
        Args: never;
        Returns: { fate: string; name: string; organization_id: string; pages: number; trashed_pages: number }[];
      };
      public_pages_among: {
        Args: { page_ids: string[] };
        Returns: string[];
      };
      renew_invitation: {
        Args: { invitation_id: string };
        Returns: { email: string; expires_at: string; id: string; is_member: boolean; may_be_mailed: boolean; token: string }[];
      };
      restart_page_document: {
        Args: { epoch: string; page_id: string };
        Returns: boolean;
      };
      restore_page: {
        Args: { page_id: string };
        Returns: string;
      };
      revoke_invitation: {
        Args: { invitation_id: string };
        Returns: boolean;
      };
      revoke_join_links: {
        Args: { organization_id: string };
        Returns: number;
      };
      save_page_document: {
        Args: { adopts?: boolean; based_on: string; begins_version?: boolean; epoch: string; needs_newest?: boolean; page_id: string; seen: number; seen_head?: string; texts?: Json; update?: string };
        Returns: { channel: string; content: string; description: string; epoch: string; head: string; is_taken: boolean; is_written: boolean; name: string; number: number; texts_number: number; texts_version: string; updates: Json; version: string }[];
      };
      search_files: {
        Args: { most?: number; question: string; workspace_id: string };
        Returns: { bytes: number; id: string; media_type: string; name: string; page_id: string; page_name: string }[];
      };
      search_pages: {
        Args: { most?: number; question: string; workspace_id: string };
        Returns: { id: string; kind: string; name: string; snippet: string; updated_at: string }[];
      };
      take_notion_request: {
        Args: { organization_id: string };
        Returns: number;
      };
      workspace_file_bytes: {
        Args: { organization_id: string };
        Returns: { most: number; used: number }[];
      };
      write_notion_page: {
        Args: { content: string; name: string; notion_page_id: string; page_id: string; updated_at: string };
        Returns: boolean;
      };
    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};

export type Tables<Name extends keyof Database['public']['Tables']> = Database['public']['Tables'][Name]['Row'];
export type TablesInsert<Name extends keyof Database['public']['Tables']> =
  Database['public']['Tables'][Name]['Insert'];
export type TablesUpdate<Name extends keyof Database['public']['Tables']> =
  Database['public']['Tables'][Name]['Update'];
